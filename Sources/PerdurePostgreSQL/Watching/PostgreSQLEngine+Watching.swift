// SPDX-License-Identifier: Apache-2.0
// The part of the engine's contract that tells of others' commits (PG-127 to PG-129).

#if PostgreSQL
import PerdureStore

extension PostgreSQLEngine {
    package func whenOthersCommit(_ body: @escaping @Sendable () -> Void) { watch.notify(body) }

    package func checkForCommits() throws {
        try requireOpen()
        watch.lookForCommits()
    }

    /// Tells other engines that the definitions will change, so that they end their read views (PG-137).
    package func tellOfMigration() throws {
        try requireOpen()
        watch.willMigrate()
    }
}

extension PostgreSQLOptions {
    /// How an engine learns of the commits of others (PG-127).
    package enum Notifications: String, Sendable {
        /// By messages, and by a look at the store's activity each second.
        case listen
        /// By a look at the store's activity ten times in a second: for poolers that cannot listen.
        case poll
        /// Not at all, and without a connection of its own.
        case off
    }
}
#endif
