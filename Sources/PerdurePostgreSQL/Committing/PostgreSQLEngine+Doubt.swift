// SPDX-License-Identifier: Apache-2.0
// What an earlier try of a save may have stored, before the next try writes (PG-97).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine {
    /// The mark of a save.
    func mark(_ identifier: Int64) -> SaveMark {
        SaveMark(namespace: ServerName.quoted(options.namespace), engine: self.identifier, save: identifier)
    }

    /// Removes what an earlier try of the save has stored, if its commit has happened (PG-97).
    func settleEarlierTry(of changes: inout ChangeSet, _ deadline: Deadline) throws {
        guard let doubt = changes.inDoubtSave else { return }
        guard keepsBooks else { return try settleAttachedTry(doubt, of: &changes) }
        var hasStored = false
        do {
            try doubt.remove(from: &changes) { identifier in
                let found = try isStored(identifier, deadline)
                hasStored = hasStored || found
                return found
            }
        } catch let error as MergeError {
            throw StoreError.inDoubt(
                path: place,
                reason: "an earlier try of this save is stored, and \(error.reason): refresh its objects")
        }
        if hasStored { try rewriteStoredInsertions(of: &changes) }
    }

    /// New rows that the earlier try has stored become changed ones: their keys are taken, by themselves.
    private func rewriteStoredInsertions(of changes: inout ChangeSet) throws {
        let stored = Set(try engine.rows(for: changes.insertions.map(\.key)).map(\.key))
        guard !stored.isEmpty else { return }
        let again = changes.insertions.filter { stored.contains($0.key) }
        changes.insertions.removeAll { stored.contains($0.key) }
        changes.updates += try again.map { insertion in
            let entity = try mapping.entity(insertion.key.entity)
            let slots = entity.slots.indices.filter { !ArrayColumn.columns(of: [$0], entity).isEmpty }
            return RowUpdate(insertion.row, slots: slots, expectedVersion: nil)
        }
    }

    private func isStored(_ identifier: Int64, _ deadline: Deadline) throws -> Bool {
        let settlement = CommitSettlement(
            pool: readers.pool, mark: mark(identifier), process: nil, place: place)
        let cause = StoreError.inDoubt(path: place, reason: "an earlier try of this save got no answer")
        if try settlement.isCommitted(until: deadline, after: cause) { return true }
        // Another engine of this process may have written it, before the store was opened again.
        return try readers.pool.withConnection(until: deadline) {
            try $0.run(mark(identifier).query, until: deadline).rowCount > 0
        }
    }
}
#endif
