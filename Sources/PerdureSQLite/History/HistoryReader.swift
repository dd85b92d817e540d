// SPDX-License-Identifier: Apache-2.0
// Reads a history. Part of SQLiteHistory.swift, which reads within one transaction and so has snapshot isolation.

import PerdureSQL
import PerdureStore

/// Reads the history tables within one read view of a store.
struct HistoryReader {
    let history: SQLiteHistory
    let connection: SQLiteConnection

    func range() throws -> HistoryRange {
        let range = try connection.first(
            "SELECT (SELECT MIN(Z_PK) FROM ATRANSACTION), \(HistoryCounters.newestTransaction)"
        ) { HistoryRange(oldest: $0.isNull(0) ? nil : $0.integer(0), newest: $0.integer(1)) }
        return range ?? HistoryRange(oldest: nil, newest: 0)
    }

    func transactions(after point: HistoryPoint, withChanges: Bool) throws -> [HistoryTransaction] {
        let (condition, values) = Self.condition(point)
        var transactions = try connection.all(
            "SELECT t.Z_PK, t.ZTIMESTAMP, \(names) FROM ATRANSACTION t WHERE \(condition) ORDER BY t.Z_PK",
            values, Self.transaction)
        guard withChanges, !transactions.isEmpty else { return transactions }
        var changes = try changes(where: condition, values)
        for index in transactions.indices {
            transactions[index].changes = changes.removeValue(forKey: transactions[index].number) ?? []
        }
        return transactions
    }

    private static func condition(_ point: HistoryPoint) -> (String, [SQLBinding]) {
        switch point {
        case .beginning: ("1", [])
        case .number(let number): ("t.Z_PK > ?", [.integer(number)])
        case .time(let time): ("t.ZTIMESTAMP > ?", [.real(time)])
        }
    }

    /// The expressions for the texts of the four names, for either form of the file.
    private var names: String {
        HistoryFormat.names.map { name in
            guard history.tables.hasStrings else { return "t.\(name)" }
            return "IFNULL((SELECT s.ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = t.\(name)TS), t.\(name))"
        }.joined(separator: ", ")
    }

    private static func transaction(_ row: SQLiteStatement) -> HistoryTransaction {
        let texts = (2..<6).map { row.isNull($0) ? nil : row.text($0) }
        let time = row.real(1)
        return HistoryTransaction(
            // Foundation crashes when it prints an infinite date.
            number: row.integer(0), timestamp: time.isFinite ? time : 0,
            author: CommitAuthor(author: texts[0], contextName: texts[2]), bundleID: texts[1],
            processID: texts[3])
    }

    // MARK: Changes

    private func changes(where condition: String, _ values: [SQLBinding]) throws -> [Int64: [HistoryChange]] {
        let tombstones = (0..<history.tables.tombstones).map { ", c." + HistoryFormat.tombstone($0) }.joined()
        let statement = try connection.prepared(
            "SELECT c.Z_PK, c.ZTRANSACTIONID, c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, c.ZCOLUMNS\(tombstones)"
                + " FROM ATRANSACTION t JOIN ACHANGE c ON c.ZTRANSACTIONID = t.Z_PK WHERE \(condition)"
                + " ORDER BY c.Z_PK")
        defer { statement.reset() }
        try statement.bind(values)
        var changes: [Int64: [HistoryChange]] = [:]
        let sides = try history.tables.sides.map { try $0.reader(where: condition, values, connection) }
        while try statement.step() {
            guard var change = change(statement) else { continue }
            for complete in sides { try complete(&change, history.mapping.schema[change.key.entity]) }
            changes[statement.integer(1), default: []].append(change)
        }
        return changes
    }

    /// A change; nil when the model does not have its entity any more.
    private func change(_ row: SQLiteStatement) -> HistoryChange? {
        guard let kind = HistoryChange.Kind(rawValue: row.integer(2)),
            let entity = history.mapping.schemaNumber(fileNumber: row.integer(3)),
            let layout = history.layout(entity)
        else { return nil }
        var change = HistoryChange(
            number: row.integer(0), key: history.mapping.schema.key(entity: entity, number: row.integer(4)),
            kind: kind)
        switch kind {
        case .insert: break
        case .update: if !row.isNull(5) { change.slots = layout.slots(row.blob(5)) }
        case .delete: change.tombstone = tombstone(row, layout)
        }
        return change
    }

    private func tombstone(_ row: SQLiteStatement, _ layout: HistoryLayout) -> [SlotChange] {
        layout.preserved.prefix(history.tables.tombstones).enumerated().map { index, attribute in
            SlotChange(
                slot: attribute.slot,
                value: StoredValue(preserved: row.value(6 + index), type: attribute.type))
        }
    }
}
