// SPDX-License-Identifier: Apache-2.0
// What the C program is told of a class's rows: its table, and for each column a letter that says what stands in it. Perdure
// names columns after properties, so what is written here is what the file has; rows.c reads it.

import Foundation

/// The rows of a class, as the C program writes and reads them.
///
/// Letters: `i` the number of the row, `m` its remainder by 1,000, `b` whether it is even, `p` one for each ten rows, `d` half
/// of it, `t` a quarter more than it, `n` and `l` the texts of `Letter`, `s100` a text of 100 bytes.
struct RowShape: Sendable {
    /// The entity whose table it is: that at the root of the hierarchy.
    let root: String
    /// The entities whose rows take turns, each with its columns.
    let kinds: [(entity: String, columns: String)]

    init(_ root: String, _ columns: String) { self.init(root, kinds: [(root, columns)]) }

    init(_ root: String, kinds: [(entity: String, columns: String)]) {
        (self.root, self.kinds) = (root, kinds)
    }

    /// All columns of the table, each once, with their letters.
    private var columns: String {
        var seen: Set<Substring> = []
        return kinds.flatMap { $0.columns.split(separator: " ") }.filter { seen.insert($0).inserted }
            .joined(separator: " ")
    }

    func insertion(_ file: URL, rows: Int64) -> Baseline {
        var baseline = Baseline("insert-rows", file, root, rows, rows: rows)
        baseline.arguments += kinds.flatMap { [$0.entity, $0.columns] }
        return baseline
    }

    /// All rows, as a fetch reads them.
    func reading(_ file: URL, rows: Int64) -> Baseline {
        Baseline("read-rows", file, root, columns, rows: rows)
    }

    /// Some rows by their keys, which lie `stride` apart.
    func reading(_ file: URL, keys: Int64, stride: Int64) -> Baseline {
        Baseline("read-rows", file, root, columns, keys, stride, rows: keys)
    }

    func update(_ file: URL, rows: Int64, column: String) -> Baseline {
        Baseline("update", file, rows, root, column, rows: rows)
    }

    func deletion(_ file: URL, rows: Int64) -> Baseline { Baseline("delete", file, rows, root, rows: rows) }
}
