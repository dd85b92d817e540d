// SPDX-License-Identifier: Apache-2.0
// Which tuples are equal for groups and distinct results (FET-37, FET-62). TupleFetch.swift uses it.

import PerdurePredicates

/// Values by which rows are grouped: texts are equal by their bytes and numbers by their value, as in databases and in orders.
struct TupleKey: Hashable {
    let values: [StoredValue]

    static func == (left: TupleKey, right: TupleKey) -> Bool {
        left.values.elementsEqual(right.values, by: areEqual)
    }

    private static func areEqual(_ left: StoredValue, _ right: StoredValue) -> Bool {
        if left == right { return true }
        guard left.approximate != nil, right.approximate != nil else { return false }
        return left.order(relativeTo: right, .literal) == .orderedSame
    }

    // Equivalent texts have one hash, and close numbers, which is enough.
    func hash(into hasher: inout Hasher) {
        for value in values {
            if let number = value.approximate {
                hasher.combine(number)
            } else {
                value.hashContent(into: &hasher)
            }
        }
    }
}

extension StoredValue {
    /// A number as a double; nil for what is none.
    fileprivate var approximate: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .decimal(let box): box.value.nearestDouble
        default: nil
        }
    }
}
