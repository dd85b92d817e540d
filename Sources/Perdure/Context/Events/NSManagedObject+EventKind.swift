// SPDX-License-Identifier: Apache-2.0
// What the journal keeps in an object's state (ChangeJournal.swift).

extension NSManagedObject {
    /// The one set that counts the object: deleted, else inserted, else updated.
    final var dirtyKind: ObjectState {
        if state.contains(.deleted) { return .deleted }
        if state.contains(.inserted) { return .inserted }
        return state.intersection(.updated)
    }

    /// What happened to the object in the current event: the upper half of its state, without its highest bit.
    final var eventKind: EventKind {
        get { EventKind(rawValue: state.rawValue >> 16 & 0x7FFF) }
        set { state = ObjectState(rawValue: state.rawValue & 0x8000_FFFF | newValue.rawValue << 16) }
    }
}
