// SPDX-License-Identifier: Apache-2.0
// An optimistic lock conflict: an object and its row differ in version. NSConstraintConflict.swift is the other
// conflict.

import Foundation
import PerdureStore

/// An object whose row was changed or deleted by others since its context read it.
open class NSMergeConflict: NSObject {
    /// The object that could not be saved.
    open var sourceObject: NSManagedObject { source }
    /// The object's values: attributes and to-one relationships by name, `NSNull` for nil.
    open var objectSnapshot: [String: Any]? { object }
    /// The values in the coordinator's row cache.
    open var cachedSnapshot: [String: Any]? { cached }
    /// The values in the store; nil when the conflict is with the row cache, and when the row is gone.
    open var persistedSnapshot: [String: Any]? { persisted }
    /// The version of the newest row; 0 when the row is gone.
    open var newVersionNumber: Int { newVersion }
    /// The version of the row that the object was read from.
    open var oldVersionNumber: Int { oldVersion }

    /// The newest row; nil when the row is gone.
    let newest: Row?
    /// What the save does with the object.
    let role: Role
    /// The merge policy's decision.
    var outcome: VersionConflictOutcome?
    /// Whether the object took values of the store.
    var tookValues = false
    /// The values that merge policies replaced, in this object and in related objects.
    let compensation: CompensationLog

    enum Role { case update, deletion, check }

    private let source: NSManagedObject
    private let object: [String: Any]?
    private let cached: [String: Any]?
    private let persisted: [String: Any]?
    private let newVersion: Int
    private let oldVersion: Int
    /// The object's slots before a merge policy changed them.
    private let before: [SlotValue]

    /// Makes a conflict.
    ///
    /// - Parameters:
    ///   - srcObject: the object that could not be saved.
    ///   - newvers: the version of the newest row; 0 when the row is gone.
    ///   - oldvers: the version of the row that the object was read from.
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
        compensation = CompensationLog()
        before = Self.slots(of: srcObject)
    }

    /// A conflict that a store has found.
    init(
        _ object: NSManagedObject, _ role: Role, _ newest: Row?, _ store: EngineStore,
        _ compensation: CompensationLog
    ) {
        let known = store.rows.row(for: object.objectID.key)
        // If the row cache has the store's version, the coordinator knew the newest row already (SAV-33).
        let isKnown = known?.version == newest?.version
        source = object
        self.object = object.conflictSnapshot
        cached = known?.conflictSnapshot(store.namespace)
        persisted = isKnown ? nil : newest?.conflictSnapshot(store.namespace)
        newVersion = Int(newest?.version ?? 0)
        oldVersion = Int(object.snapshot?.version ?? 0)
        self.newest = newest
        self.role = role
        self.compensation = compensation
        before = Self.slots(of: object)
    }

    private static func slots(of object: NSManagedObject) -> [SlotValue] {
        (0..<object.slots.count).map { object.slots[$0] }
    }

    /// Whether an application's own policy set a slot.
    ///
    /// Such a value counts as the object's change, even if it equals the old snapshot's value.
    func wasSetByPolicy(_ slot: Int) -> Bool {
        slot < before.count && !source.slots[slot].shows(before[slot])
    }

    /// The decision.
    ///
    /// If an application's own policy decided nothing, the object's changes are written.
    ///
    /// - Throws: what reading the store reports.
    func finalSettlement() throws -> VersionConflictOutcome {
        if outcome == nil {
            try VersionConflictResolution.apply(.mergeByPropertyObjectTrumpMergePolicyType, to: [self])
        }
        return outcome ?? .written
    }
}
