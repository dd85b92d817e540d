// SPDX-License-Identifier: Apache-2.0
// Large fetches: another thread reads rows and decodes them while the calling thread uses those that were read before.

import PerdureBase
import PerdureStore

extension SQLEngine {
    /// How many rows a part has: to hand one over costs as much as a few rows.
    static let rowsOfPart = 1000

    /// Runs a fetch of rows in parts; see `PartReader`.
    ///
    /// The calling thread reads the first part, so that small fetches ask no other one.
    package func fetch(_ plan: FetchPlan, use: (inout [Row]) -> Void) throws {
        let ready = try fetches.ready(plan)
        // The limit of matching belongs to a task. What uses a part may need a connection of its own.
        guard ready.isSimple, readers.lendsSeveral, case .rows(let decoder) = ready.result else {
            guard case .rows(var rows) = try fetch(plan, ready) else { return }
            return use(&rows)
        }
        var first: [Row] = []
        try answer(ready, plan) { text, connection in
            let statement = try connection.statement(text.text)
            defer { statement.reset() }
            try statement.bind(text.bindings)
            guard try statement.readRows(decoder, atMost: Self.rowsOfPart, into: &first) else { return }
            // The statement's own transaction ends with its last row; programs may take their time with the rows.
            try connection.endSnapshot()
            use(&first)
            first = []
            try ReadAhead.run(make: PartSource(statement, decoder).next, use: use)
        }
        // The connection of a small fetch is given back before programs hear of its objects.
        if !first.isEmpty { use(&first) }
    }
}

/// The rows of a statement that runs, part by part.
private final class PartSource {
    private let statement: any PreparedStatement
    private let decoder: RowDecoder
    private var isOver = false

    init(_ statement: any PreparedStatement, _ decoder: RowDecoder) {
        self.statement = statement
        self.decoder = decoder
    }

    /// The next part; nil after the last.
    func next() throws -> [Row]? {
        guard !isOver else { return nil }
        var rows: [Row] = []
        rows.reserveCapacity(SQLEngine.rowsOfPart)
        isOver = try !statement.readRows(decoder, atMost: SQLEngine.rowsOfPart, into: &rows)
        return rows
    }
}
