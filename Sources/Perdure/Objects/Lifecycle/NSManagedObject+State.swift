// SPDX-License-Identifier: Apache-2.0
// The public questions about an object's state (ObjectState.swift).

extension NSManagedObject {
    /// Whether the object was inserted and not saved since.
    public final var isInserted: Bool { state.contains(.inserted) }

    /// Whether the object changed since it was last fetched or saved; does not fire the fault.
    public final var isUpdated: Bool { state.contains(.updated) }

    /// Whether the next save deletes the object; for a new object, true until its deletion is processed.
    public final var isDeleted: Bool { !state.isDisjoint(with: [.deleted, .leaving]) }

    /// Whether the object is inserted, updated or deleted.
    public final var hasChanges: Bool { !state.isDisjoint(with: .dirty) }

    /// Whether the object has no values yet; reading a property fires the fault.
    ///
    /// True also when the object's context is gone.
    public final var isFault: Bool { slots.isFault || isOrphan }

    /// Whether the object had a context that is gone.
    private var isOrphan: Bool { link.map { $0.sink == nil } ?? false }

    /// 0 when the object has its values, 1 for a fault; does not fire the fault.
    public final var faultingState: Int { isFault ? 1 : 0 }
}
