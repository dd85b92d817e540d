// SPDX-License-Identifier: Apache-2.0
// Finishes a deferred migration in an open store, one item in a transaction of its own.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

extension SQLiteEngine: DeferringEngine {
    package func finishDeferredItem() throws -> Bool {
        // Only a migration makes a list, and a migration by somebody else ends the use of this engine.
        guard !isReadOnly, pending.current[DeferredRemovals.key] != nil else { return false }
        return try write { connection in
            let (metadata, files) = try removeFirst(connection)
            pending.adopt([DeferredRemovals.key, DeferredRemovals.flag], of: metadata)
            connection.removeFiles(files ?? [])
            checkpoints.runIfDue(connection, pool)
            return files != nil
        }
    }

    /// - Returns: The metadata of the file afterwards, and the files that go; nil when nothing was left.
    private func removeFirst(_ connection: SQLiteConnection) throws -> (
        [String: PropertyListValue], Set<String>?
    ) {
        try connection.beginWriting()
        do {
            var metadata = try StoreMetadata.read(connection)
            let run = DeferredRemovalRun(connection: connection, mapping: mapping)
            let files = try run.removeFirst(&metadata)
            if files != nil { try StoreMetadata.write(metadata, connection) }
            try connection.commit()
            return (metadata, files)
        } catch {
            connection.rollback()
            throw error
        }
    }
}
