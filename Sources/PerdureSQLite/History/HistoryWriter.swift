// SPDX-License-Identifier: Apache-2.0
// Writes one transaction into the history tables. HistoryRecorder.swift collects its rows.

import Foundation
import PerdureSQL
import PerdureStore

/// Writes the rows of one transaction; `finish` writes the counters.
struct HistoryWriter {
    private let history: SQLiteHistory
    private let connection: SQLiteConnection
    private let changes: SQLiteStatement
    private let tombstones: Int
    private var counters: HistoryCounters

    /// Writes the transaction's own row.
    init(_ history: SQLiteHistory, _ connection: SQLiteConnection, _ author: CommitAuthor) throws {
        self.history = history
        self.connection = connection
        tombstones = history.tables.tombstones
        counters = try HistoryCounters.read(connection, history.tables)
        let columns = (0..<tombstones).map { ", " + HistoryFormat.tombstone($0) }.joined()
        let marks = Array(repeating: ", ?", count: 6 + tombstones).joined()
        changes = try connection.prepared(
            "INSERT INTO ACHANGE (Z_ENT, Z_PK, ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, "
                + "ZCOLUMNS\(columns)) VALUES (\(HistoryFormat.Table.change.rawValue)\(marks))")
        try begin(author)
    }

    private mutating func begin(_ author: CommitAuthor) throws {
        counters.transaction += 1
        let names = [author.author, Program.bundleID, author.contextName, Program.processID]
        let suffix = history.tables.hasStrings ? "TS" : ""
        let values =
            history.tables.hasStrings ? try numbers(names) : names.map { $0.map { .text($0) } ?? .null }
        try connection.run(
            "INSERT INTO ATRANSACTION (Z_ENT, Z_PK, ZTIMESTAMP, "
                + HistoryFormat.names.map { $0 + suffix }.joined(separator: ", ")
                + ") VALUES (\(HistoryFormat.Table.transaction.rawValue), ?, ?, ?, ?, ?, ?)",
            [.integer(counters.transaction), .real(connection.clock.now(connection.handle))] + values)
    }

    /// The numbers of names; a new name gets a number.
    private mutating func numbers(_ names: [String?]) throws -> [SQLBinding] {
        let wanted = names.compactMap { $0 }
        let marks = wanted.map { _ in "?" }.joined(separator: ", ")
        let found = try connection.all(
            "SELECT ZNAME, Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME IN (\(marks))", wanted.map { .text($0) }
        ) { ($0.text(0), $0.integer(1)) }
        var known = Dictionary(found, uniquingKeysWith: { first, _ in first })
        for name in wanted where known[name] == nil {
            counters.string += 1
            known[name] = counters.string
            try connection.run(
                "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, ?, ?)",
                [.integer(counters.string), .integer(HistoryFormat.Table.string.rawValue), .text(name)])
        }
        return names.map { name in name.flatMap { known[$0] }.map { .integer($0) } ?? .null }
    }

    // MARK: Changes

    mutating func insert(_ key: ObjectKey) throws { try write(key, .insert) }

    mutating func update(_ update: HistoryUpdate) throws {
        try write(update.key, .update, columns: history.layout(update.key.entity)?.columns(update.slots))
        for side in history.tables.sides {
            let layout = history.mapping.schema[update.key.entity]
            try side.write(update, layout, of: counters.change, connection)
        }
    }

    mutating func delete(_ row: DeletedRow) throws { try write(row.key, .delete, values: row.values) }

    private mutating func write(
        _ key: ObjectKey, _ kind: HistoryChange.Kind, columns: Data? = nil, values: [SQLBinding] = []
    ) throws {
        counters.change += 1
        try changes.bind(counters.change, at: 1)
        try changes.bind(counters.transaction, at: 2)
        try changes.bind(kind.rawValue, at: 3)
        try changes.bind(Int64(try history.mapping.entity(key.entity).fileNumber), at: 4)
        try changes.bind(key.number, at: 5)
        try changes.bind(columns.map { .blob($0) } ?? .null, at: 6)
        for index in 0..<tombstones {
            try changes.bind(index < values.count ? values[index] : .null, at: 7 + index)
        }
        try changes.run()
    }

    /// The number of the transaction.
    var number: Int64 { counters.transaction }

    func finish() throws {
        changes.unbind()
        try counters.write(connection, history.tables)
    }
}

/// The names of this program.
private enum Program {
    static let processID = ProcessInfo.processInfo.processName
    /// A program without a bundle has the name of its executable.
    static let bundleID = Bundle.main.bundleIdentifier ?? processID
}
