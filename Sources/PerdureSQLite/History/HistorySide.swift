// SPDX-License-Identifier: Apache-2.0
// Tables of ours beside Core Data's history tables, for what these cannot say of an update. HistoryTables.swift makes them,
// HistoryWriter.swift and HistoryReader.swift ask them for each change. StoreFeatures.swift lists them.

import PerdureSQL
import PerdureStore

/// One table beside those of a history.
protocol HistorySide: SendableMetatype {
    static var table: String { get }
    /// The statement that makes it.
    static var definition: String { get }
    /// The statement that forgets what belongs to no change any more.
    static var removal: String { get }

    /// Whether a store has properties with something to keep.
    static func isNeeded(_ mapping: StoreMapping) -> Bool

    /// Writes what an update has to keep.
    ///
    /// - Parameters:
    ///   - update: A changed row.
    ///   - layout: The row's entity.
    ///   - number: The number of the change.
    ///   - connection: Has the transaction.
    /// - Throws: What the database reports, `StoreError.invalidValue` for what has no form.
    static func write(
        _ update: HistoryUpdate, _ layout: EntityLayout, of number: Int64, _ connection: SQLiteConnection
    ) throws

    /// Reads what was kept of some transactions.
    ///
    /// - Returns: What puts it into a change.
    static func reader(where condition: String, _ values: [SQLBinding], _ connection: SQLiteConnection) throws
        -> (inout HistoryChange, EntityLayout) throws -> Void
}
