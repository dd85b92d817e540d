// SPDX-License-Identifier: Apache-2.0
// A conflict of versions between an object and the store. Its sibling is NSConstraintConflict.swift.

import Foundation

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

    private let source: NSManagedObject
    private let object: [String: Any]?
    private let cached: [String: Any]?
    private let persisted: [String: Any]?
    private let newVersion: Int
    private let oldVersion: Int

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
    }
}
