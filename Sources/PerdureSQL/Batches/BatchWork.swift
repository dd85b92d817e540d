// SPDX-License-Identifier: Apache-2.0
// Batches as statements: translated before any lock is taken, run within one transaction of a backend. Updates are in
// BatchUpdateTranslator.swift and BatchUpdateWork.swift, deletions in BatchDeletionWork.swift.

import PerdurePredicates
import PerdureStore

/// A translated batch.
package protocol BatchWork {
    /// Does the work within a transaction that the caller has begun and will end.
    ///
    /// - Throws: when anything is wrong; the caller must roll back then.
    func run(on connection: any SQLConnection, _ support: any WriteSupport) throws -> BatchOutcome
}

extension SQLEngine {
    /// Translates a batch to statements.
    ///
    /// - Throws: `StoreError.unsupported` for an expression without a form in SQL.
    package func work(for batch: Batch) throws -> any BatchWork {
        switch batch {
        case .update(let update): try BatchUpdateTranslator(self, update.rows).work(update.assignments)
        case .deletion(let deletion): try BatchDeletionWork(self, deletion)
        }
    }

    /// Does the work of a batch within a transaction that the caller has begun and will end.
    ///
    /// - Returns: The changed rows, and separately the rows with computed values that have changed.
    /// - Throws: when anything is wrong; the caller must roll back then.
    package func write(_ work: any BatchWork, on connection: any SQLConnection, support: any WriteSupport)
        throws -> BatchOutcome
    {
        var outcome = try MatchingBudget.limiting { try work.run(on: connection, support) }
        try support.settleComputed(mapping)
        let own = Set(outcome.all)
        outcome.computed = computedKeys(support).filter { !own.contains($0) }
        return outcome
    }

    /// The rows that triggers have reported.
    func computedKeys(_ support: any WriteSupport) -> [ObjectKey] {
        support.computedRows().compactMap { row in
            mapping.schemaNumber(fileNumber: row.fileNumber).map {
                schema.key(entity: $0, number: row.number)
            }
        }
    }
}

/// Rows of one table as one bound value: the statement's text is the same for lists of any length.
struct KeyList {
    let keys: [ObjectKey]
    let numbers: SQLBinding

    init(_ keys: [ObjectKey]) {
        self.keys = keys
        numbers = .text(BoundLists.json(keys.map(\.number)))
    }

    /// The condition that a column holds one of the keys.
    func contains(_ column: SQLExpression) -> SQLExpression { .inBoundList(column, .integers, numbers) }
}

extension SQLConnection {
    /// Runs a statement that returns no rows.
    func run(_ statement: SQLText) throws {
        let prepared = try self.statement(statement.text)
        try prepared.bind(statement.bindings)
        try prepared.run()
    }

    /// All rows of a query, each read by a closure.
    func all<Element>(_ query: SQLText, _ read: (any PreparedStatement) throws -> Element) throws -> [Element]
    {
        let prepared = try statement(query.text)
        defer { prepared.reset() }
        try prepared.bind(query.bindings)
        var results: [Element] = []
        while try prepared.step() { results.append(try read(prepared)) }
        return results
    }
}
