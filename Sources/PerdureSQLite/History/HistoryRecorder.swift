// SPDX-License-Identifier: Apache-2.0
// Connects every writer of rows with the history. It learns which rows a transaction touches, then writes one row for the
// transaction and one for each touched row. HistoryWriter.swift writes the tables.

import PerdureSQL
import PerdureStore

/// Collects the rows that one transaction touches.
///
/// It writes the rows of each part of the transaction with that part, so memory holds only one page of an insertion.
final class HistoryRecorder: TransactionParticipant {
    private let history: SQLiteHistory
    private let connection: SQLiteConnection
    private let author: CommitAuthor
    /// nil while the transaction has touched no row.
    private var writer: HistoryWriter?
    private(set) var insertions: [ObjectKey] = []
    private(set) var updates: [HistoryUpdate] = []
    /// The place of an updated row in `updates`.
    private var indexes: [ObjectKey: Int] = [:]
    private(set) var deletions: [DeletedRow] = []
    private(set) var historyNumber: Int64?

    init(_ history: SQLiteHistory, _ connection: SQLiteConnection, _ author: CommitAuthor) {
        self.history = history
        self.connection = connection
        self.author = author
    }

    // MARK: The transaction's moves

    func willSave(_ changes: inout ChangeSet) throws { try willDelete(changes.deletions.map(\.key)) }

    func didApply(_ update: RowUpdate) { merged(update) }

    func didWrite(_ part: WrittenPart) throws {
        switch part {
        case .changes(let changes): record(changes)
        case .batch(let outcome): record(outcome)
        }
        try write()
        forget()
    }

    func didUndoPart() { forget() }

    func willCommit(_ trace: inout ChangeSet) throws {
        try writer?.finish()
        historyNumber = try writer?.number ?? HistoryCounters.newestTransaction(connection)
    }

    private func forget() { (insertions, updates, indexes, deletions) = ([], [], [:], []) }

    // MARK: What is collected

    /// Notes new rows.
    func inserted(_ keys: some Sequence<ObjectKey>) { insertions += keys }

    /// Notes an updated row; a repeated call adds slots.
    ///
    /// - Parameters:
    ///   - key: The row's key, with its concrete entity.
    ///   - slots: The written slots, including to-many relationships.
    func updated(_ key: ObjectKey, slots: [Int]) {
        guard let place = indexes[key] else {
            indexes[key] = updates.count
            updates.append(HistoryUpdate(key: key, slots: slots))
            return
        }
        updates[place].slots += slots
    }

    /// Notes the deltas that were applied to a row.
    func merged(_ update: RowUpdate) {
        updated(update.key, slots: [])
        // The line above has made the entry.
        updates[indexes[update.key]!].apply(update)
    }

    /// Notes rows before their deletion, and reads their preserved values.
    ///
    /// Rows that do not exist are left out.
    ///
    /// - Throws: Any error of the read.
    func willDelete(_ keys: [ObjectKey]) throws {
        guard !keys.isEmpty else { return }
        deletions += try DeletedRowReader(history: history, connection: connection).rows(keys)
    }

    /// Notes the rows that triggers have changed in this transaction as updated rows.
    private func recordComputedRows() {
        guard let computed = connection.affectedRows.attributes, !computed.isEmpty else { return }
        let new = Set(insertions)
        let rows = computed.compactMap { place, names -> (key: ObjectKey, slots: [Int])? in
            guard let entity = history.mapping.schemaNumber(fileNumber: place.entity) else { return nil }
            let key = history.mapping.schema.key(entity: entity, number: place.number)
            return new.contains(key) ? nil : (key, names.compactMap { slot($0, entity) })
        }
        // The order must not depend on hashing.
        for place in KeyOrder.places(of: rows.map(\.key)) {
            updated(rows[place].key, slots: rows[place].slots)
        }
    }

    /// The slot of an attribute; a trigger gives the attribute's name or its column.
    private func slot(_ name: String, _ entity: Int32) -> Int? {
        if let slot = history.mapping.schema[entity].slots[name] { return slot }
        return history.mapping[entity]?.slots.firstIndex { columns in
            if case .attribute(let column) = columns { column.name == name } else { false }
        }
    }

    /// Writes the collected rows; the first part with a row begins the transaction in the history.
    private func write() throws {
        recordComputedRows()
        let gone = Set(deletions.map(\.key))
        if !gone.isEmpty { updates.removeAll { gone.contains($0.key) } }
        guard !insertions.isEmpty || !updates.isEmpty || !deletions.isEmpty else { return }
        if writer == nil { writer = try HistoryWriter(history, connection, author) }
        for key in insertions { try writer?.insert(key) }
        for update in updates { try writer?.update(update) }
        for row in deletions { try writer?.delete(row) }
    }
}

extension HistoryRecorder {
    /// Notes the rows that a batch has written, except its deletions.
    private func record(_ outcome: BatchOutcome) {
        for key in outcome.updated { updated(key, slots: outcome.slots) }
        for rows in outcome.unlinked {
            for key in rows.keys { updated(key, slots: [rows.slot]) }
        }
    }

    /// Notes the rows that a change set touches, except its deletions.
    private func record(_ changes: ChangeSet) {
        inserted(changes.insertions.lazy.map(\.key))
        for update in changes.updates { updated(update.key, slots: update.slots) }
        // Only updated rows have an entry; a row without one was not written.
        for (key, slots) in changes.history?.members ?? [:] where indexes[key] != nil {
            updated(key, slots: slots)
        }
    }
}
