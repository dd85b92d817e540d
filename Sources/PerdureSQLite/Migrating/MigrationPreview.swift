// SPDX-License-Identifier: Apache-2.0
// What a migration in place would run, for a dry run. Nothing is written.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// A statement that a migration would run.
package struct PreviewedStatement: Sendable {
    /// The text with the values of its placeholders behind it.
    package let text: String
    /// How many rows it touches; nil for one that changes definitions only, or follows from the rows of one before.
    package let rows: Int64?
}

extension SQLiteStoreFile {
    /// The statements that a migration would run on tables and rows, in their order.
    ///
    /// Indexes, triggers, the bookkeeping of numbers, history and metadata come besides. Costs a count of each table whose rows
    /// are touched: it reads them once for each statement.
    ///
    /// - Parameters:
    ///   - migration: The migration, with its steps.
    ///   - path: The store's file, which is only read.
    /// - Returns: The statements.
    /// - Throws: `StoreError` when the file does not fit the old version.
    package static func preview(of migration: StoreMigration, at path: String) throws
        -> [PreviewedStatement]
    {
        guard let steps = migration.steps else { return [] }
        return try reading(path) { connection in
            let existing = try ExistingSchemaReader.read(connection)
            let old = try StoreMapping(
                schema: steps.source, entities: steps.source.numbers(in: migration.oldHashes),
                existing: existing)
            let new = try StoreMapping(
                schema: steps.destination,
                entities: steps.destination.numbers(in: migration.metadata[StoreMigration.hashesKey]))
            let plan = RestructuringPlan(MigratedEntities(steps, from: old, to: new), existing)
            return try plan.all.map { statement in
                let rows = try statement.count.flatMap { try connection.first($0) { $0.integer(0) } }
                return PreviewedStatement(text: statement.shown, rows: rows)
            }
        }
    }
}

extension MigrationStatement {
    /// The text with the values of its placeholders behind it.
    fileprivate var shown: String {
        values.isEmpty ? text : "\(text) -- \(values.map(\.shown).joined(separator: ", "))"
    }
}

extension SQLBinding {
    fileprivate var shown: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): SQLIdentifier.literal(text)
        case .blob(let bytes): "\(bytes.count) bytes"
        case .list(let list): list.json
        case .decimal(let number): "\(number)"
        case .uuid(let value): "\(value)"
        case .boolean(let flag): "\(flag)"
        case .answer: "?"
        }
    }
}
