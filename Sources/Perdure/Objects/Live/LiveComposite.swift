// SPDX-License-Identifier: Apache-2.0
// A composite value with at least one live element. A composite whose elements are all stored values is a stored value.

import PerdureStore

/// The leaves of a composite attribute in the order of its layout, some of them live.
final class LiveComposite {
    let leaves: [SlotValue]

    private init(_ leaves: [SlotValue]) { self.leaves = leaves }

    /// The value of a composite with the given leaves; null when all leaves are null.
    static func value(of leaves: [SlotValue]) -> SlotValue {
        if leaves.allSatisfy(\.isNull) { return .null }
        let stored = leaves.compactMap { leaf -> StoredValue? in
            guard case .stored(let value) = leaf else { return nil }
            return value
        }
        return stored.count == leaves.count ? .stored(.composite(stored)) : .live(LiveComposite(leaves))
    }

    /// The leaves of a composite's value, stored or live; nil for any other value.
    static func leaves(of value: SlotValue) -> [SlotValue]? {
        switch value {
        case .stored(.composite(let leaves)): leaves.map(SlotValue.stored)
        case .stored: nil
        case .live: inSlot(value)?.leaves
        }
    }
}

extension LiveComposite: LiveValue {
    func shows(_ other: SlotValue) -> Bool {
        guard let others = Self.leaves(of: other), leaves.count == others.count else { return false }
        return zip(leaves, others).allSatisfy { $0.shows($1) }
    }

    func storedForm(_ place: ValueLocation) throws -> StoredValue {
        .composite(try leaves.map { try $0.storedForm(place.entity, place.property) })
    }

    func visible(_ coding: AttributeCoding?) -> Any? { coding?.dictionary(leaves) }
    func copied() -> any LiveValue { LiveComposite(leaves.map { $0.copied() }) }
    func asDefault() -> any LiveValue { LiveComposite(leaves.map(\.asDefault)) }
}
