// SPDX-License-Identifier: Apache-2.0
// Writes and finds the marks of commits in stores with attributes that merge. All rows of such a save may keep their
// versions, so the rows cannot show the commit. SaveMarkTable.swift has the table.

import CSQLite
import PerdureSQL
import PerdureStore

/// The mark of one transaction.
final class SaveMarker: TransactionParticipant {
    private let connection: SQLiteConnection
    /// Whether the transaction is a save that needs a mark; nil for other transactions, which always get one.
    private var isMergingSave: Bool?

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// How many marks are written between two removals of old ones.
    private static let interval: Int64 = 100

    func willSave(_ changes: inout ChangeSet) throws {
        isMergingSave = changes.merges
        if changes.merges { try resolveInDoubtSave(of: &changes) }
    }

    func willCommit(_ trace: inout ChangeSet) throws {
        switch isMergingSave {
        case false?: return
        case true?: if trace.merges { trace.identify() }
        case nil: trace.identify()
        }
        if let identifier = trace.identifier { try Self.write(identifier, connection) }
    }

    func probe(for trace: ChangeSet) -> CommitProbe? { trace.identifier.map { Self.probe($0) } }

    /// The probe that finds a mark in a file.
    static func probe(_ identifier: Int64) -> CommitProbe {
        CommitProbe(SaveMarkTable.query, [.integer(identifier)], expectsRow: true)
    }

    /// Writes a mark within the current transaction.
    static func write(_ identifier: Int64, _ connection: SQLiteConnection) throws {
        try connection.run(SaveMarkTable.insertion, [.integer(identifier)])
        guard sqlite3_last_insert_rowid(connection.handle) % interval == 0 else { return }
        try connection.run(SaveMarkTable.removal)
    }

    /// Whether the save with a mark is in the file, as seen by this connection.
    private func finds(_ identifier: Int64) throws -> Bool { try Self.probe(identifier).finds(connection) }

    /// Removes changes that an earlier attempt has stored, if its commit in doubt has happened.
    private func resolveInDoubtSave(of changes: inout ChangeSet) throws {
        guard let doubt = changes.inDoubtSave else { return }
        do { try doubt.remove(from: &changes, finds) } catch let error as MergeError {
            throw StoreError.inDoubt(
                path: connection.path,
                reason: "an earlier try of this save is stored, and \(error.reason): refresh its objects")
        }
    }
}

/// The feature of a store whose model has attributes that merge.
struct SaveMarkFeature: StoreFeature {
    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant {
        SaveMarker(connection)
    }
}

extension SaveMarkFeature: StoreOpeningStep {
    static func run(_ store: MappedStore) {
        if store.mapping.merges { store.join { _, _ in SaveMarkFeature() } }
    }
}
