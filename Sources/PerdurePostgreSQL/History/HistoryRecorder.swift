// SPDX-License-Identifier: Apache-2.0
// Learns which rows a transaction touches, and writes them into the history with the transaction (PG-124). The rows of each part of
// the transaction travel with that part, so memory holds only one page of an insertion.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Collects the rows that one transaction touches.
final class HistoryRecorder: TransactionParticipant {
    private let history: ServerHistory
    private let session: ServerSession
    private let author: CommitAuthor
    private var mark: HistoryMark
    private let values: HistoryValues
    private var hasMark = false
    /// Whether the transaction has touched a row.
    private var hasTouched = false
    private var updates: [Update] = []
    /// The place of an updated row in `updates`.
    private var indexes: [ObjectKey: Int] = [:]
    private var deleted: Set<ObjectKey> = []
    private(set) var historyNumber: Int64?

    private struct Update {
        let key: ObjectKey
        var slots: [Int]
        var deltas: [SlotDelta] = []
    }

    /// How many rows one statement writes.
    private static let batch = 1_000

    init(_ history: ServerHistory, _ session: ServerSession, _ author: CommitAuthor) {
        self.history = history
        self.session = session
        self.author = author
        mark = HistoryMark(engine: history.engine, save: .random(in: .min ... .max))
        values = HistoryValues(columns: history.columns, schema: history.mapping.schema)
    }

    // MARK: The transaction's moves

    func willSave(_ changes: inout ChangeSet) throws {
        // Further parts of a transaction keep the first part's mark.
        if !hasMark, let save = changes.identifier { mark = HistoryMark(engine: history.engine, save: save) }
        hasMark = true
        try willDelete(changes.deletions.map(\.key))
    }

    /// Writes the deletions while the rows are there: rows that do not exist are left out.
    func willDelete(_ keys: [ObjectKey]) throws {
        hasMark = true
        let new = keys.filter { deleted.insert($0).inserted }
        guard !new.isEmpty else { return }
        let results = try session.run(try deletions(new))
        if results.contains(where: { $0.affectedRows ?? 0 > 0 }) { hasTouched = true }
    }

    func didApply(_ update: RowUpdate) {
        let applied = update.deltas.filter { update.slots.contains($0.slot) }
        updated(update.key, slots: applied.map(\.slot), deltas: applied)
    }

    func didCompute(_ rows: [(fileNumber: Int64, number: Int64)]) {
        for row in rows {
            guard let entity = history.mapping.schemaNumber(fileNumber: row.fileNumber) else { continue }
            updated(history.mapping.schema.key(entity: entity, number: row.number), slots: [])
        }
    }

    func didWrite(_ part: WrittenPart) throws -> [ServerRequest] {
        var insertions: [ObjectKey] = []
        switch part {
        case .changes(let changes):
            insertions = changes.insertions.map(\.key)
            record(changes)
        case .batch(let outcome): record(outcome)
        }
        defer { (updates, indexes) = ([], [:]) }
        return try requests(insertions)
    }

    func committing() -> [ServerRequest] {
        guard hasTouched else { return [] }
        // A text of the server has no U+0000.
        let names = [author.author, Program.bundleID, author.contextName, Program.processID]
        return [history.tables.transaction(mark, names.map { $0?.replacing("\0", with: "") })]
    }

    func didClose(_ results: [ServerResult]) {
        historyNumber = results.first.flatMap { try? $0.value(0, 0)?.integer }
    }

    // MARK: What is collected

    /// Notes an updated row; a repeated call adds slots.
    private func updated(_ key: ObjectKey, slots: [Int], deltas: [SlotDelta] = []) {
        let place = indexes[key] ?? updates.count
        if place == updates.count {
            indexes[key] = place
            updates.append(Update(key: key, slots: []))
        }
        updates[place].slots += slots
        updates[place].deltas += deltas
    }

    private func record(_ changes: ChangeSet) {
        for update in changes.updates { updated(update.key, slots: update.slots) }
        // Only updated rows have an entry; a row without one was not written.
        for (key, slots) in changes.history?.members ?? [:] where indexes[key] != nil {
            updated(key, slots: slots)
        }
    }

    private func record(_ outcome: BatchOutcome) {
        for key in outcome.updated { updated(key, slots: outcome.slots) }
        for rows in outcome.unlinked {
            for key in rows.keys { updated(key, slots: [rows.slot]) }
        }
        for key in outcome.computed { updated(key, slots: []) }
    }

    // MARK: Statements

    private func requests(_ insertions: [ObjectKey]) throws -> [ServerRequest] {
        let new = Set(insertions)
        let rows =
            insertions.map { HistoryRow($0, .insert) }
            + (try updates.filter { !deleted.contains($0.key) && !new.contains($0.key) }.map {
                HistoryRow(
                    $0.key, .update, columns: values.text($0.slots, of: $0.key.entity),
                    deltas: try values.json($0.deltas, of: $0.key.entity))
            })
        if !rows.isEmpty { hasTouched = true }
        return try stride(from: 0, to: rows.count, by: Self.batch).map { start in
            let part = rows[start..<min(start + Self.batch, rows.count)]
            return history.tables.changes(mark, try HistoryRow.arrays(part, history.mapping))
        }
    }

    private func deletions(_ keys: [ObjectKey]) throws -> [ServerRequest] {
        try Dictionary(grouping: keys, by: \.root).sorted { $0.key < $1.key }.flatMap { root, keys in
            let text = try deletion(below: root)
            return stride(from: 0, to: keys.count, by: Self.batch).map { start in
                let numbers = keys[start..<min(start + Self.batch, keys.count)].map {
                    ServerValue.int8($0.number)
                }
                return ServerRequest(text, mark.values + [.array(.int8, numbers)])
            }
        }
    }

    private func deletion(below root: Int32) throws -> String {
        let mapping = history.mapping
        let table = try mapping.table(of: root)
        let place = history.tables.place
        let known = mapping.system.entity.flatMap { name in
            table.columns.contains { $0.name == name } ? name : nil
        }
        let entity = try known.map { "t." + ServerName.quoted($0) } ?? "\(mapping.entity(root).fileNumber)"
        let key = ServerName.quoted(mapping.system.key)
        return "INSERT INTO \(place).perdure_changes (engine, save, kind, entity, id, tombstone) "
            + "SELECT $1, $2, 2, \(entity), t.\(key), \(values.expression(below: root) ?? "NULL::jsonb") "
            + "FROM unnest($3::bigint[]) WITH ORDINALITY AS u(id, place) "
            + "JOIN \(place).\(ServerName.quoted(table.name)) t ON t.\(key) = u.id ORDER BY u.place"
    }
}

/// The names of this program.
private enum Program {
    static let processID = ProcessInfo.processInfo.processName
    /// A program without a bundle has the name of its executable.
    static let bundleID = Bundle.main.bundleIdentifier ?? processID
}
#endif
