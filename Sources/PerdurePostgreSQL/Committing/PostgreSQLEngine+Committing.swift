// SPDX-License-Identifier: Apache-2.0
// Commits change sets: a transaction each, tried again where that is safe (PG-86). ServerTransaction.swift ends it,
// PostgreSQLEngine+Doubt.swift begins with what an earlier try has left.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine {
    package func prepare(_ changes: ChangeSet) throws -> Preparation {
        try requireWritable()
        let deadline = Deadline(after: options.client.timeout)
        var changes = changes
        changes.identify()
        do {
            try settleEarlierTry(of: &changes, deadline)
            var retries = WriteRetries(until: deadline, place: place)
            while true {
                do { return try prepareOnce(changes, deadline) } catch { try retries.wait(after: error) }
            }
        } catch let error as PostgreSQLError {
            throw error.storeError("saving")
        }
    }

    private func prepareOnce(_ changes: ChangeSet, _ deadline: Deadline) throws -> Preparation {
        let connection = try readers.pool.borrow(until: deadline)
        let session = ServerSession(connection, until: deadline, keys: readers.keys)
        do {
            let preparation = try prepare(changes, session)
            if case .conflicts = preparation { readers.pool.giveBack(connection) }
            return preparation
        } catch {
            session.rollback()
            readers.leaveStandby(after: error.ofServer, session)
            defer { readers.pool.giveBack(connection) }
            throw try explained(error, changes, session)
        }
    }

    private func prepare(_ changes: ChangeSet, _ session: ServerSession) throws -> Preparation {
        var changes = changes
        let work = ServerCommit(self, session, by: changes.author, identifier: changes.identifier)
        do {
            try work.begin(&changes)
            switch try write(changes, session, work) {
            case .refused(let conflicts):
                session.rollback()
                work.rolledBack()
                return .conflicts(
                    try session.reading(with: options.settings) {
                        // Rows of another store are no conflicts with those of this one.
                        try lookAtDefinitions(session)
                        return try engine.describe(conflicts, on: session)
                    })
            case .written(let rows):
                if let companion = changes.companion as? any ServerCompanion {
                    try OwnStatements.run(companion, session, namespace: options.namespace)
                }
                try work.didWrite(.changes(changes))
                let metadata =
                    keepsBooks
                    ? try pending.write(session, ServerName.quoted(options.namespace), place) : nil
                let attached = keepsBooks ? nil : AttachedSettlement(changes: changes, written: rows)
                return .prepared(
                    ServerTransaction(
                        self, session, work, rows: rows, metadata: metadata, attached: attached))
            }
        } catch {
            work.rolledBack()
            throw error
        }
    }

    /// Writes a change set; `undo` takes back what a refused one has written.
    ///
    /// Without `checksKeys` the server checks references at the commit.
    func write(
        _ changes: ChangeSet, _ session: ServerSession, _ work: ServerCommit, checksKeys: Bool = true,
        undo: (ServerSession) throws -> Void = { $0.rollback() }
    ) throws -> WriteOutcome {
        let dangling = try DanglingMembers(texts: texts, engine: engine, session: session, changes: changes)
            .all()
        var executor = ArrayExecutor(texts, engine, session, ending: endOfWrites(checksKeys: checksKeys))
        let result: WriteResult
        try executor.lockMarked(changes)
        do { result = try executor.write(changes, mapping) } catch let refused as RefusedStatement {
            guard refused.error.state == "23503" else { throw refused }
            // The keys of dangling members are what the server has refused.
            guard dangling.isEmpty else { return .refused(dangling) }
            // A new row that a constraint refuses is missing for those that point at it, and so is a row that a check asks for.
            try undo(session)
            // The rollback has ended the settings, without which a policy may hide all rows.
            let conflicts = try session.reading(with: options.settings) {
                try ConflictSearch(texts: texts, session: session, changes: changes).all()
            }
            guard !conflicts.isEmpty else { throw refused }
            return .refused(conflicts)
        }
        var conflicts: [PendingConflict] = []
        if executor.isRefused {
            try undo(session)
            conflicts = try session.reading(with: options.settings) {
                try self.conflicts(of: changes, executor, session)
            }
            // A constraint that the model does not know refuses for good.
            if conflicts.isEmpty, !keepsBooks, let refusal = executor.refusal { throw refusal }
            if conflicts.isEmpty { throw VanishedConflict() }
        }
        if case .refused(let unresolved) = result { conflicts += unresolved }
        guard conflicts.isEmpty, case .written(let aftermath) = result else { return .refused(conflicts) }
        guard dangling.isEmpty else { return .refused(dangling) }
        aftermath.applied.updates.forEach(work.didApply)
        if !keepsBooks { return .written(rows: try attachedRows(of: changes, executor.marked, session)) }
        return .written(rows: try engine.rowsToLearn(aftermath, on: session, work))
    }

    /// The error for those above the store; what may be tried again stays as it is.
    private func explained(_ error: any Error, _ changes: ChangeSet, _ session: ServerSession) throws
        -> any Error
    {
        let error = try explainedByDefinitions(error, session)
        guard let refused = error as? RefusedStatement else { return error }
        switch refused.error.state {
        case "23503":
            let search = MissingDestinations(texts: texts, session: session, changes: changes)
            let missing = try session.reading(with: options.settings) { try search.first() }
            return missing ?? VanishedConflict()
        case "26000", "0A000": session.connection.close()
        default: break
        }
        return refused.storeError(mapping)
    }
}
#endif
