// SPDX-License-Identifier: Apache-2.0
// The table of constraint conflicts (SAV-151), with overwrite besides (SAV-85).

import Perdure
import Testing

/// What A does, and which departments there are in the end.
struct ConstraintRow: Sendable, CustomTestStringConvertible {
    let id: String
    let deed: String
    /// Cells in the order of `ConflictRow.policies`.
    private let cells: [String]
    var testDescription: String { id }

    static let failure = "133021"

    var outcomes: [(policy: NSMergePolicy, cell: String)] { Array(zip(ConflictRow.policies, cells)) }

    init(_ id: String, _ deed: String, _ cells: String...) {
        self.id = id
        self.deed = deed
        self.cells = cells
    }

    init(_ id: String, _ deed: String, all cell: String) {
        self.id = id
        self.deed = deed
        cells = Array(repeating: cell, count: 5)
    }

    static let table = [
        ConstraintRow("UT-1", "new x 3", failure, "x 3, y 2", "x 1, y 2", "x 3, y 2", "x 1, y 2"),
        ConstraintRow("UT-2", "new x", failure, "x 1, y 2", "x 1, y 2", "x -, y 2", "x 1, y 2"),
        ConstraintRow(
            "UT-3", "new w 3;new w 4", failure, "w 4, x 1, y 2", "w 3, x 1, y 2", "w 4, x 1, y 2",
            "w 3, x 1, y 2"),
        ConstraintRow("UT-4", "D1=z;new x 3", all: "x 3, y 2, z 1"),
        ConstraintRow("UT-5", "new - 3;new - 4", all: "- 3, - 4, x 1, y 2"),
        ConstraintRow("UT-6", "D2=x", failure, "x 2", "x 1, y 2", "x 2", "x 1, y 2"),
    ]
}
