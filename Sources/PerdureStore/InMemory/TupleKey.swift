// SPDX-License-Identifier: Apache-2.0
// Which tuples are equal for groups and distinct results (FET-37, FET-62). TupleFetch.swift uses it.

/// Values by which rows are grouped: texts are equal by their bytes, as in databases and in orders.
struct TupleKey: Hashable {
    let values: [StoredValue]

    static func == (left: TupleKey, right: TupleKey) -> Bool {
        left.values.elementsEqual(right.values) { left, right in
            guard case .string(let first) = left, case .string(let second) = right else {
                return left == right
            }
            return first.utf8.elementsEqual(second.utf8)
        }
    }

    // Equivalent texts have one hash, which is enough.
    func hash(into hasher: inout Hasher) {
        for value in values { value.hashContent(into: &hasher) }
    }
}
