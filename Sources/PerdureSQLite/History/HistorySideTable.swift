// SPDX-License-Identifier: Apache-2.0
// Our own tables beside Core Data's history tables, for facts about an update that Core Data's tables cannot hold.
// HistoryTables.swift makes these tables; HistoryWriter.swift and HistoryReader.swift ask them for each change.
// StoreFeatures.swift lists them.

import PerdureSQL
import PerdureStore

/// One table beside those of a history.
protocol HistorySideTable: SendableMetatype {
    static var table: String { get }
    /// The statement that makes the table.
    static var definition: String { get }
    /// The statement that deletes the rows of changes that are gone.
    static var removal: String { get }

    /// Whether a store has properties that need the table.
    static func isNeeded(_ mapping: StoreMapping) -> Bool

    /// Writes the table's rows for an update.
    ///
    /// - Parameters:
    ///   - update: A changed row.
    ///   - layout: The row's entity.
    ///   - number: The number of the change.
    ///   - connection: The connection with the open transaction.
    /// - Throws: Any error of the database, `StoreError.invalidValue` for a value without a stored form.
    static func write(
        _ update: HistoryUpdate, _ layout: EntityLayout, of number: Int64, _ connection: SQLiteConnection
    ) throws

    /// Gives the properties of an entity other names.
    ///
    /// - Parameters:
    ///   - names: Old name → new name; nil for a property whose rows go.
    ///   - entity: The entity's number in the changes.
    ///   - connection: The connection with the open transaction.
    /// - Throws: Any error of the database.
    static func rename(_ names: [String: String?], of entity: Int64, _ connection: SQLiteConnection) throws

    /// Reads the table's rows for some transactions.
    ///
    /// - Returns: A function that adds the rows to a change.
    static func reader(where condition: String, _ values: [SQLBinding], _ connection: SQLiteConnection) throws
        -> (inout HistoryChange, EntityLayout) throws -> Void
}
