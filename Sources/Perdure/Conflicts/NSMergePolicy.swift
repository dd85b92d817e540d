// SPDX-License-Identifier: Apache-2.0
// The merge policies: the result of a save that meets newer values in the store. VersionConflictResolution.swift
// has the rules of the five policies, property by property; a subclass overrides `resolve`.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// How a context resolves conflicts when it saves.
///
/// A subclass may override any of the `resolve` methods, change the values of the conflicting objects, and call super
/// or not. An error that it throws fails the save.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    // Sendable because nothing changes after init; subclasses are used on their context's queue.

    /// The kind of this policy.
    public let mergeType: NSMergePolicyType

    /// Makes a policy of a kind.
    public init(merge ty: NSMergePolicyType) {
        mergeType = ty
    }

    /// The save fails and lists the conflicts: every context's policy until another is set.
    public class var error: NSMergePolicy { ConstantPolicies.error }
    /// Merges property by property; where both sides changed a property, the store's value wins.
    public class var mergeByPropertyStoreTrump: NSMergePolicy { ConstantPolicies.storeTrump }
    /// Merges property by property; where both sides changed a property, the object's value wins.
    public class var mergeByPropertyObjectTrump: NSMergePolicy { ConstantPolicies.objectTrump }
    /// All values of the object win, changed or unchanged.
    public class var overwrite: NSMergePolicy { ConstantPolicies.overwrite }
    /// The object's changes are discarded.
    public class var rollback: NSMergePolicy { ConstantPolicies.rollback }

    /// Resolves all conflicts of a save: hands each kind to its own method.
    ///
    /// - Parameter list: `NSMergeConflict`s and `NSConstraintConflict`s.
    /// - Throws: an error of code 133020 or 133021 with the `conflictList`, or what a subclass throws.
    open func resolve(mergeConflicts list: [Any]) throws {
        // The plain error policy reports both kinds in one error.
        if type(of: self) == NSMergePolicy.self, mergeType == .errorMergePolicyType {
            throw ConflictErrors.conflicts(list)
        }
        let locking = list.compactMap { $0 as? NSMergeConflict }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        if !locking.isEmpty { try resolve(optimisticLockingConflicts: locking) }
        if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Resolves optimistic lock conflicts by the rules of `mergeType`.
    ///
    /// - Throws: 133020 with the `conflictList` for the error policy, or what a subclass throws.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw ConflictErrors.conflicts(list) }
        try VersionConflictResolution.apply(mergeType, to: list)
    }

    /// Resolves violations of uniqueness constraints by the rules of `mergeType`.
    ///
    /// - Throws: 133021 with the `conflictList` for the error policy, or what a subclass throws.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        guard mergeType != .errorMergePolicyType else { throw ConflictErrors.conflicts(list) }
        for conflict in list {
            try ConstraintConflictResolution(conflict: conflict, policy: mergeType).apply()
        }
    }
}

/// The five constants.
private enum ConstantPolicies {
    static let error = NSMergePolicy(merge: .errorMergePolicyType)
    static let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    static let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
}

/// The policy that fails the save.
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
/// The policy that merges by property and prefers the store.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyStoreTrump }
/// The policy that merges by property and prefers the object.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyObjectTrump }
/// The policy that overwrites the stored values with the object's.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// The policy that discards the object's changes.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
