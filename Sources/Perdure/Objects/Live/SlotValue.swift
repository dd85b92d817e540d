// SPDX-License-Identifier: Apache-2.0
// The value of an object's slot: a stored value as in rows, or a live value that changes inside the object
// (LiveValue.swift).

import PerdureStore

/// The value of a slot.
///
/// A snapshot consists of stored values; a change may be live. A stored value has the same bytes here as in a row, so
/// that an object without changes reads its row in place (`MemoryAssumptions` checks this).
enum SlotValue {
    /// A value as rows hold it.
    case stored(StoredValue)
    /// A destination, members, an opened or merged value: it belongs to one object or context.
    case live(any LiveValue)

    static var null: SlotValue { .stored(.null) }

    var isNull: Bool {
        if case .stored(.null) = self { return true }
        return false
    }

    /// The live value; nil for a stored one.
    var live: (any LiveValue)? {
        guard case .live(let value) = self else { return nil }
        return value
    }

    /// The resolved destination of a to-one relationship; nil for all others.
    var destination: NSManagedObject? { live?.asDestination }
    /// The members of a to-many relationship; nil for other slots, and before anyone has read the members.
    var members: ToManyValue? { live?.asMembers }
}

/// A slot and a value for it.
struct SlotContent {
    let slot: Int
    let value: SlotValue
}

extension SlotValue: Equatable {
    /// A live value equals only itself; `shows` compares what programs see.
    static func == (left: SlotValue, right: SlotValue) -> Bool {
        switch (left, right) {
        case (.stored(let left), .stored(let right)): left == right
        case (.live(let left), .live(let right)): left === right
        default: false
        }
    }
}

// The methods of LiveValue for every slot value, stored or live.
extension SlotValue {
    /// Whether the value differs from the snapshot's.
    func isChanged(from snapshot: SlotValue) -> Bool {
        switch self {
        case .stored: !shows(snapshot)
        case .live(let value): value.isChanged(from: snapshot)
        }
    }

    /// Whether both values look the same to programs.
    func shows(_ other: SlotValue) -> Bool {
        switch (self, other) {
        case (.stored(let value), .stored(let other)): value.isSame(as: other)
        case (.live(let value), _): value.shows(other)
        case (.stored, .live(let other)): other.shows(self)
        }
    }

    /// The form that rows keep.
    ///
    /// - Throws: `CoreDataException` for a value that cannot be archived, with the names of entity and property.
    func storedForm(_ entity: @autoclosure () -> String, _ property: @autoclosure () -> String) throws
        -> StoredValue
    {
        switch self {
        case .stored(let value): value.storable
        case .live(let value): try value.storedForm(ValueLocation(entity: entity(), property: property()))
        }
    }

    /// A copy for the slot of an object in another context.
    func copied() -> SlotValue {
        switch self {
        case .stored: self
        case .live(let value): .live(value.copied())
        }
    }

    /// A copy that counts as the default value of its attribute.
    var asDefault: SlotValue {
        switch self {
        case .stored: self
        case .live(let value): .live(value.asDefault())
        }
    }
}
