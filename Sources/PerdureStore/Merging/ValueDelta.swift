// SPDX-License-Identifier: Apache-2.0
// The change of a whole value: its replacement. The later of two replacements counts; a rule may say otherwise
// (MergeRule.swift).

/// The change of a value of any type, which may be nil (MRG-50 to MRG-54).
package enum ValueDelta: MergeDelta {
    case none
    case set(StoredValue)
    case setNil

    /// The replacement by a value that may be nil.
    package init(_ value: StoredValue) { self = value.isNull ? .setNil : .set(value) }

    package static var identity: ValueDelta { .none }

    package func applied(to value: StoredValue) -> StoredValue {
        switch self {
        case .none: value
        case .set(let new): new
        case .setNil: .null
        }
    }

    package func shown(on value: StoredValue) -> StoredValue { applied(to: value) }

    package func composed(with later: ValueDelta) -> ValueDelta { later == .none ? self : later }

    package func normalized(for value: StoredValue) -> ValueDelta {
        applied(to: value) == value ? .none : self
    }

    package func inverted(for value: StoredValue) -> ValueDelta { self == .none ? .none : ValueDelta(value) }

    package static func difference(from old: StoredValue, to new: StoredValue) -> ValueDelta {
        old == new ? .none : ValueDelta(new)
    }
}
