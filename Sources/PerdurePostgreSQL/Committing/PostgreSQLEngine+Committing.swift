// SPDX-License-Identifier: Apache-2.0
// Commits change sets: a transaction each. ServerTransaction.swift ends it.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine {
    package func prepare(_ changes: ChangeSet) throws -> Preparation {
        try requireWritable()
        let deadline = Deadline(after: options.client.timeout)
        do {
            let connection = try readers.pool.borrow(until: deadline)
            let session = ServerSession(connection, until: deadline)
            do { return try prepare(changes, session) } catch {
                session.rollback()
                readers.pool.giveBack(connection)
                throw error
            }
        } catch let error as PostgreSQLError {
            throw error.storeError("saving")
        }
    }

    private func prepare(_ changes: ChangeSet, _ session: ServerSession) throws -> Preparation {
        var changes = changes
        let work = ServerCommit(features, session, by: changes.author)
        do {
            try work.begin(&changes)
            switch try engine.write(changes, on: session, support: work) {
            case .refused(let conflicts):
                session.rollback()
                work.rolledBack()
                let described = try engine.describe(conflicts, on: session)
                readers.pool.giveBack(session.connection)
                return .conflicts(described)
            case .written(let rows):
                try work.didWrite(.changes(changes))
                let metadata = try pending.write(session, ServerName.quoted(options.namespace), place)
                return .prepared(ServerTransaction(self, session, work, rows: rows, metadata: metadata))
            }
        } catch {
            work.rolledBack()
            throw error
        }
    }
}
#endif
