// SPDX-License-Identifier: Apache-2.0
// The value of one of an object's slots: what rows hold, or a value that lives in the object and changes there
// (LiveValue.swift).

import PerdureStore

/// What a slot of an object holds.
///
/// A snapshot is all stored values; a change may be live. A stored value takes the same bytes here as in a row, so that an
/// object without changes reads its row in place (`MemoryAssumptions` holds this against the build).
enum SlotValue {
    /// A value as rows hold it.
    case stored(StoredValue)
    /// A destination, members, an opened or merged value: something that belongs to one object or context.
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
    /// The members of a to-many relationship; nil for all others, and where nobody has asked for them.
    var members: ToManyValue? { live?.asMembers }
}

/// A slot and a value for it.
struct SlotContent {
    let slot: Int
    let value: SlotValue
}

extension SlotValue: Equatable {
    /// Live values are equal only to themselves; `shows` compares what is to be seen.
    static func == (left: SlotValue, right: SlotValue) -> Bool {
        switch (left, right) {
        case (.stored(let left), .stored(let right)): left == right
        case (.live(let left), .live(let right)): left === right
        default: false
        }
    }
}

// What every slot value answers, whether it lives or not: the moves of LiveValue.
extension SlotValue {
    /// Whether the value is another one than the snapshot's.
    func isChanged(from snapshot: SlotValue) -> Bool {
        switch self {
        case .stored: !shows(snapshot)
        case .live(let value): value.isChanged(from: snapshot)
        }
    }

    /// Whether both are the same to who looks at them.
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
        case .live(let value): try value.storedForm(ValuePlace(entity: entity(), property: property()))
        }
    }

    /// The same for the slot of an object of another context.
    func copied() -> SlotValue {
        switch self {
        case .stored: self
        case .live(let value): .live(value.copied())
        }
    }

    /// The same as the default value of its attribute.
    var asDefault: SlotValue {
        switch self {
        case .stored: self
        case .live(let value): .live(value.asDefault())
        }
    }
}
