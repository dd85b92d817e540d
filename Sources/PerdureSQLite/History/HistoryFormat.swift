// SPDX-License-Identifier: Apache-2.0
// Core Data's history tables, by name and text. HistoryTables.swift makes them, HistoryRecorder.swift fills them,
// HistoryReader.swift reads them.
//
// | table | one row for | columns that matter |
// | --- | --- | --- |
// | ATRANSACTION | a commit | ZTIMESTAMP; ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS → ATRANSACTIONSTRING |
// | ACHANGE | a row it touched | ZTRANSACTIONID, ZCHANGETYPE 0 1 2, ZENTITY and ZENTITYPK, ZCOLUMNS, ZTOMBSTONE0 … |
// | ATRANSACTIONSTRING | a name | ZNAME |
//
// Systems before 2019 have no ATRANSACTIONSTRING. Their names are in ZAUTHOR, ZBUNDLEID and so on.

import PerdureSQL

/// The names and texts of history tables.
enum HistoryFormat {
    /// The tables.
    ///
    /// The raw value is `Z_ENT` of their rows, and of the rows of `Z_PRIMARYKEY` that count them.
    enum Table: Int64, CaseIterable {
        case change = 16001
        case transaction = 16002
        case string = 16003

        /// The name in `Z_PRIMARYKEY`.
        var name: String {
            switch self {
            case .change: "CHANGE"
            case .transaction: "TRANSACTION"
            case .string: "TRANSACTIONSTRING"
            }
        }

        var table: String { "A" + name }
    }

    /// The columns of a transaction's four names.
    ///
    /// A column holds the text; the column with the suffix TS holds the number of the text.
    static let names = ["ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID"]

    /// The column of a deleted row's n-th preserved attribute.
    static func tombstone(_ index: Int) -> String { "ZTOMBSTONE\(index)" }

    /// The definitions of all tables and indexes, in Apple's order.
    static func definitions(tombstones: Int) -> [String] {
        let start = "( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        let ends = (0..<tombstones).map { ", \(tombstone($0)) BLOB" }.joined()
        let numbers = names.map { "\($0)TS INTEGER" }.joined(separator: ", ")
        let texts = names.map { "\($0) VARCHAR" }.joined(separator: ", ")
        return [
            "CREATE TABLE ACHANGE \(start)ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, "
                + "ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(ends) )",
            "CREATE TABLE ATRANSACTION \(start)\(numbers), ZTIMESTAMP FLOAT, \(texts), ZQUERYGEN BLOB )",
            "CREATE TABLE ATRANSACTIONSTRING \(start)ZNAME VARCHAR )",
            "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        ]
            + names.map { "CREATE INDEX ATRANSACTION_\($0)TS_INDEX ON ATRANSACTION (\($0)TS)" }
            + [
                "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
                "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION "
                    + "(ZTIMESTAMP COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING "
                    + "(ZNAME COLLATE BINARY ASC)",
            ]
    }
}
