// SPDX-License-Identifier: Apache-2.0
// The setting by which triggers know a transaction of Perdure: derived attributes leave to it what the server cannot compute (PG-143),
// and what notices other programs lets it pass (PG-58).

#if PostgreSQL
import PerdureBase
import PerdurePostgreSQLClient
import PerdureStore

/// The setting of a transaction.
enum SaveSetting {
    static let name = "perdure.save"

    /// The test that a transaction is Perdure's own.
    static let isOwn = "current_setting('\(name)', true) = '1'"

    /// Says until the end of the transaction whether its statements are Perdure's own.
    static func request(isOwn: Bool) -> ServerRequest {
        ServerRequest("SELECT set_config('\(name)', $1, true)", [.text(isOwn ? "1" : "0")], isPrepared: false)
    }
}

/// Tells the triggers of a store that a transaction is Perdure's.
struct SaveSettingFeature: StoreFeature {
    /// Whether the store has triggers that ask; others may make them while it is open.
    let isNeeded: @Sendable () -> Bool

    func participant(on session: ServerSession, by author: CommitAuthor) -> any TransactionParticipant {
        Participant(isNeeded: isNeeded())
    }

    private final class Participant: TransactionParticipant {
        private let isNeeded: Bool

        init(isNeeded: Bool) { self.isNeeded = isNeeded }

        func beginning() -> [ServerRequest] { isNeeded ? [SaveSetting.request(isOwn: true)] : [] }
    }
}
#endif
