// SPDX-License-Identifier: Apache-2.0
// The seam between whatever writes rows and the history: it is told what a transaction touches, and in the end writes one
// row for the transaction and one for each touched row. HistoryWriter.swift knows the tables.

import PerdureSQL
import PerdureStore

/// Collects what one transaction touches.
///
/// What it has collected of a part of the transaction is written with that part: memory holds one page of an insertion.
final class HistoryRecorder: TransactionParticipant {
    private let history: SQLiteHistory
    private let connection: SQLiteConnection
    private let author: CommitAuthor
    /// nil as long as the transaction has touched no row.
    private var writer: HistoryWriter?
    private(set) var insertions: [ObjectKey] = []
    private(set) var updates: [HistoryUpdate] = []
    /// Where an updated row stands in `updates`.
    private var places: [ObjectKey: Int] = [:]
    private(set) var deletions: [DeletedRow] = []

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
        case .changes(let changes): note(changes)
        case .batch(let outcome): note(outcome)
        }
        try write()
        forget()
    }

    func didUndoPart() { forget() }

    func willCommit(_ trace: inout ChangeSet) throws { try writer?.finish() }

    private func forget() { (insertions, updates, places, deletions) = ([], [], [:], []) }

    // MARK: What is collected

    /// Notes new rows.
    func inserted(_ keys: some Sequence<ObjectKey>) { insertions += keys }

    /// Notes a changed row; a second time adds slots.
    ///
    /// - Parameters:
    ///   - key: The row's key, with its concrete entity.
    ///   - slots: The slots that have been written, to-many relationships among them.
    func updated(_ key: ObjectKey, slots: [Int]) {
        guard let place = places[key] else {
            places[key] = updates.count
            updates.append(HistoryUpdate(key: key, slots: slots))
            return
        }
        updates[place].slots += slots
    }

    /// Notes changes of attributes that merge, as far as a row got them.
    func merged(_ update: RowUpdate) {
        updated(update.key, slots: [])
        // Noted by the line above.
        updates[places[update.key]!].apply(update)
    }

    /// Notes rows that are about to be deleted, and reads what is preserved of them; rows that are gone are left out.
    ///
    /// - Throws: What reading reports.
    func willDelete(_ keys: [ObjectKey]) throws {
        guard !keys.isEmpty else { return }
        deletions += try DeletedRowReader(history: history, connection: connection).rows(keys)
    }

    /// Notes what triggers have computed in this transaction: other rows become updated ones.
    private func noteComputed() {
        guard let computed = connection.affectedRows.attributes, !computed.isEmpty else { return }
        let new = Set(insertions)
        let rows = computed.compactMap { place, names -> (key: ObjectKey, slots: [Int])? in
            guard let entity = history.mapping.schemaNumber(fileNumber: place.entity) else { return nil }
            let key = history.mapping.schema.key(entity: entity, number: place.number)
            return new.contains(key) ? nil : (key, names.compactMap { slot($0, entity) })
        }
        // In an order that does not depend on hashing.
        for row in rows.sorted(by: { ($0.key.root, $0.key.number) < ($1.key.root, $1.key.number) }) {
            updated(row.key, slots: row.slots)
        }
    }

    /// The slot of an attribute, by the name or by the column that a trigger gave.
    private func slot(_ name: String, _ entity: Int32) -> Int? {
        if let slot = history.mapping.schema[entity].slots[name] { return slot }
        return history.mapping[entity]?.slots.firstIndex { columns in
            if case .attribute(let column) = columns { column.name == name } else { false }
        }
    }

    /// Writes what is collected; the first part that touches a row begins the transaction.
    private func write() throws {
        noteComputed()
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
    /// Notes what a batch has written but its deletions.
    private func note(_ outcome: BatchOutcome) {
        for key in outcome.updated { updated(key, slots: outcome.slots) }
        for rows in outcome.unlinked {
            for key in rows.keys { updated(key, slots: [rows.slot]) }
        }
    }

    /// Notes all that a change set touches but its deletions.
    private func note(_ changes: ChangeSet) {
        inserted(changes.insertions.lazy.map(\.key))
        for update in changes.updates { updated(update.key, slots: update.slots) }
        // In the order of the updates; of other rows nothing has been written.
        for (key, slots) in changes.history?.members ?? [:] where places[key] != nil {
            updated(key, slots: slots)
        }
    }
}

/// A deleted row of a transaction, with what is preserved of it: one value per column of its entity.
struct DeletedRow {
    let key: ObjectKey
    let values: [SQLBinding]
}
