// SPDX-License-Identifier: Apache-2.0
// A conflict of versions between an object and the store. Its sibling is NSConstraintConflict.swift.

import Foundation
import PerdureStore

/// An object that someone else has changed or deleted since its context read it.
open class NSMergeConflict: NSObject {
    /// The object that could not be saved.
    open var sourceObject: NSManagedObject { source }
    /// The object's values: attributes and to-one relationships by name, `NSNull` for nil.
    open var objectSnapshot: [String: Any]? { object }
    /// The values in the coordinator's row cache.
    open var cachedSnapshot: [String: Any]? { cached }
    /// The values in the store; nil when the conflict is with the row cache, or when the row is gone.
    open var persistedSnapshot: [String: Any]? { persisted }
    /// The version that was found; 0 when the row is gone.
    open var newVersionNumber: Int { newVersion }
    /// The version that the object was read at.
    open var oldVersionNumber: Int { oldVersion }

    /// The row as it is now; nil when it is gone.
    let newest: Row?
    /// What the save wants with the object.
    let role: Role
    /// What a policy decided.
    var settlement: VersionSettlement?
    /// Whether values of the store came into the object.
    var tookValues = false
    /// What policies replaced, here and in related objects.
    let overwritten: OverwrittenValues

    enum Role { case update, deletion, check }

    private let source: NSManagedObject
    private let object: [String: Any]?
    private let cached: [String: Any]?
    private let persisted: [String: Any]?
    private let newVersion: Int
    private let oldVersion: Int
    /// The object's slots before a policy saw them.
    private let before: [SlotValue]

    /// Makes a conflict.
    ///
    /// - Parameters:
    ///   - srcObject: the object that could not be saved.
    ///   - newvers: the version that was found; 0 when the row is gone.
    ///   - oldvers: the version that the object was read at.
    ///   - cachesnap: the values in the row cache.
    ///   - persnap: the values in the store.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        source = srcObject
        object = srcObject.conflictSnapshot
        cached = cachesnap
        persisted = persnap
        newVersion = newvers
        oldVersion = oldvers
        newest = nil
        role = .update
        overwritten = OverwrittenValues()
        before = Self.slots(of: srcObject)
    }

    /// A conflict that a store has found.
    init(
        _ object: NSManagedObject, _ role: Role, _ newest: Row?, _ store: EngineStore,
        _ overwritten: OverwrittenValues
    ) {
        let known = store.rows.row(for: object.objectID.key)
        // The coordinator knew already when its cache has what the store has (SAV-33).
        let isKnown = known?.version == newest?.version
        source = object
        self.object = object.conflictSnapshot
        cached = known?.conflictSnapshot(store.origin)
        persisted = isKnown ? nil : newest?.conflictSnapshot(store.origin)
        newVersion = Int(newest?.version ?? 0)
        oldVersion = Int(object.snapshot?.version ?? 0)
        self.newest = newest
        self.role = role
        self.overwritten = overwritten
        before = Self.slots(of: object)
    }

    private static func slots(of object: NSManagedObject) -> [SlotValue] {
        (0..<object.slots.count).map { object.slots[$0] }
    }

    /// Whether a policy of the application's own has given a slot a value: also one equal to the old snapshot's
    /// counts as the object's change then.
    func wasSetByPolicy(_ slot: Int) -> Bool {
        slot < before.count && !source.slots[slot].shows(before[slot])
    }

    /// What was decided; where a policy of the application's own decided nothing, what the object changed is written.
    ///
    /// - Throws: what reading the store reports.
    func finalSettlement() throws -> VersionSettlement {
        if settlement == nil {
            try VersionConflictMerge.apply(.mergeByPropertyObjectTrumpMergePolicyType, to: [self])
        }
        return settlement ?? .written
    }
}
