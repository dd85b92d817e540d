// SPDX-License-Identifier: Apache-2.0
// A store without a history may get one while it is open: another process opens it with the option and commits. This engine's later
// commits would be missing in that history. HistoryOpening.swift handles stores that had a history before.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// Notices that another process has begun a history in a store that was opened without history tracking.
///
/// It asks only after commits of others, so the usual save has no further round trip.
final class UntrackedHistory: StoreFeature {
    private let tables: HistoryTables
    private let watch: CommitWatch
    private let place: String

    init(_ options: PostgreSQLOptions, _ watch: CommitWatch) {
        tables = HistoryTables(place: ServerName.quoted(options.namespace))
        self.watch = watch
        place = options.client.description
    }

    func participant(on session: ServerSession, by author: CommitAuthor) -> any TransactionParticipant {
        Participant(self, session)
    }

    /// Checks for a history within a transaction.
    ///
    /// - Throws: `StoreError.readOnly` while there is a history.
    private func requireNone(_ session: ServerSession) throws {
        guard watch.takeForeignCommits() else { return }
        guard try session.run(tables.exist).value(0, 0) == .bool(true),
            try session.run(tables.haveTransactions).value(0, 0) == .bool(true)
        else { return }
        watch.noteForeignCommits()
        throw StoreError.readOnly(
            path: place,
            reason: "since it was opened, others have begun to keep a history in it, and "
                + "NSPersistentHistoryTrackingKey is not set here; nothing was saved. Add the store to the "
                + "coordinator again with that option")
    }

    private final class Participant: TransactionParticipant {
        private let history: UntrackedHistory
        private let session: ServerSession

        init(_ history: UntrackedHistory, _ session: ServerSession) {
            self.history = history
            self.session = session
        }

        func didWrite(_ part: WrittenPart) throws -> [ServerRequest] {
            try history.requireNone(session)
            return []
        }
    }
}
#endif
