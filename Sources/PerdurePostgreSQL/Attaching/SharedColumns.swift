// SPDX-License-Identifier: Apache-2.0
// Columns of others that are part of a reference and of something else too: an attribute beside it, or another reference. One
// statement writes a column once.

#if PostgreSQL
import PerdureSQL

extension AttachedTable {
    /// The columns that keep their values when a reference is cleared, by the reference's name in the mapping.
    ///
    /// Those of other properties are theirs, and required ones have no nil; one column that is nil clears a reference of
    /// several. Where nothing else is left, all columns are cleared.
    func keptColumns(_ required: Set<String>) -> [String: Set<String>] {
        var uses: [String: Int] = [:]
        for name in written.union(references.keys) {
            for column in references[name]?.columns ?? [name] { uses[column, default: 0] += 1 }
        }
        return references.mapValues { shape in
            let all = Set(shape.columns)
            let needed = all.intersection(required)
            let shared = all.filter { uses[$0, default: 0] > 1 }
            return [needed.union(shared), needed].first { $0 != all } ?? []
        }
    }
}

/// What a statement writes to one column.
struct ColumnWrite {
    /// The name, without quotes.
    let column: String
    /// The values, of which the first that is there counts: attributes come before references.
    private(set) var values: [String]
    /// Whether nil leaves the column as it is.
    private(set) var isKept: Bool

    /// Puts another value into a list: a column that is in it already gets it behind its own.
    static func add(_ column: String, _ value: String, isKept: Bool, to writes: inout [ColumnWrite]) {
        guard let index = writes.firstIndex(where: { $0.column == column }) else {
            return writes.append(ColumnWrite(column: column, values: [value], isKept: isKept))
        }
        writes[index].values.append(value)
        writes[index].isKept = writes[index].isKept && isKept
    }

    /// The text of the value, or of what stands for nil.
    func text(orElse other: String?) -> String {
        let all = values + (other.map { [$0] } ?? [])
        return all.count == 1 ? all[0] : "COALESCE(\(all.joined(separator: ", ")))"
    }
}
#endif
