// SPDX-License-Identifier: Apache-2.0
// Finds why a change set was refused. Changes of attributes that merge become values first: a unique index compares values.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine {
    /// The conflicts of a change set with the store as it is now; what it had written is undone.
    func conflicts(of changes: ChangeSet, _ executor: ArrayExecutor, _ session: ServerSession) throws
        -> [PendingConflict]
    {
        var changes = changes
        _ = try changes.resolve(mapping) { try engine.reader(session).rows(for: $0) }
        let search = ConflictSearch(texts: texts, session: session, changes: changes)
        let found = try search.all()
        return found.isEmpty && executor.isRefusedByIndex ? try search.exchanges() : found
    }
}
#endif
