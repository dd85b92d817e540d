// SPDX-License-Identifier: Apache-2.0
// Values of classes in the algebra of merging, which knows only stored values: a token stands for each until it is
// archived.

import Foundation
import PerdureStore

/// The objects behind the tokens in one attribute's snapshot and change.
struct ClassValues {
    private var values: [UUID: any LiveValue] = [:]

    /// The algebra's form of a value: the stored value itself, or a token for a live value.
    mutating func token(for value: SlotValue) -> StoredValue {
        switch value {
        case .stored(let stored): return stored
        case .live(let live):
            // No transformable attribute stores a UUID, so a token cannot be taken for a stored value.
            let name = UUID()
            values[name] = live
            return .uuid(name)
        }
    }

    /// The value that a token, or a stored value, stands for.
    func value(of stored: StoredValue) -> SlotValue {
        guard !values.isEmpty, case .uuid(let name) = stored, let live = values[name] else {
            return .stored(stored)
        }
        return .live(live)
    }

    /// Takes over the tokens of another change of the same attribute.
    mutating func formUnion(_ other: ClassValues) {
        if !other.values.isEmpty { values.merge(other.values) { mine, _ in mine } }
    }

    /// Only the tokens among some values; the other tokens stand for replaced values.
    func keeping(_ named: [StoredValue?]) -> ClassValues {
        if values.isEmpty { return self }
        var kept = ClassValues()
        for case .uuid(let name)? in named { kept.values[name] = values[name] }
        return kept
    }

    /// The same tokens with values for an object of another context.
    func copied() -> ClassValues {
        var copy = self
        copy.values = values.mapValues { $0.copied() }
        return copy
    }
}
