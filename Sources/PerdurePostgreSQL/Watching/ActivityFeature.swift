// SPDX-License-Identifier: Apache-2.0
// Counts commits in the store's activity, and tells the others of them (PG-127, PG-128).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// The part of watching in transactions.
struct ActivityFeature: StoreFeature {
    let watch: CommitWatch

    func participant(on session: ServerSession, by author: CommitAuthor) -> any TransactionParticipant {
        Participant(watch)
    }

    private final class Participant: TransactionParticipant {
        private let watch: CommitWatch
        private var number: Int64 = 0

        init(_ watch: CommitWatch) { self.watch = watch }

        func finishing() -> [ServerRequest] { [watch.channel.count] }

        func finished(_ results: [ServerResult]) {
            number = (try? results.first?.value(0, 0))??.integer ?? 0
            watch.took(number)
        }

        func committed() { watch.didCommit(number) }
    }
}
#endif
