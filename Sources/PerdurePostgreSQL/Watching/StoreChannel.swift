// SPDX-License-Identifier: Apache-2.0
// The channel of a store and the messages on it (PG-127). CommitWatch.swift sends and takes them.

#if PostgreSQL
import PerdurePostgreSQLClient

/// The channel on which the engines of one store tell each other of commits.
struct StoreChannel: Sendable {
    /// What an engine tells the others.
    enum Message: Equatable, Sendable {
        /// An engine has committed; the number is that of the store's activity, 0 where it is not known. The triggers for other programs
        /// tell so too, in the name of `triggers`.
        case commit(engine: Int64, number: Int64)
        /// An engine will change the definitions, and waits for those who read an older state (PG-137).
        case migrating(engine: Int64)
    }

    /// Stands for an engine in the messages of triggers: no engine has this number.
    static let triggers: Int64 = 0

    let name: String
    private let place: String
    private let namespace: String

    /// Names the channel of a store by the store's identifier.
    init(uuid: String, namespace: String) {
        let digits = uuid.lowercased().filter { "0123456789abcdef".contains($0) }
        // The name stands in a statement without a parameter: it must have nothing but these digits.
        name = "perdure_" + digits.prefix(20) + String(repeating: "0", count: max(20 - digits.count, 0))
        self.namespace = namespace
        place = ServerName.quoted(namespace)
    }

    // MARK: Statements

    /// Listens, and locks the store against its destruction for as long as the session lives (PG-12).
    var beginning: [ServerRequest] {
        [
            ServerRequest(
                "SELECT pg_advisory_lock_shared(hashtextextended($1, 0))", [.text(Self.openKey(namespace))]),
            ServerRequest("LISTEN \(ServerName.quoted(name))", isPrepared: false),
        ]
    }

    /// The text whose hash is the advisory lock of open engines; who wants to destroy a store takes it alone.
    static func openKey(_ namespace: String) -> String { "perdure:open:\(namespace)" }

    /// Asks how many commits there were, and for the server's process behind the session.
    var look: ServerRequest {
        ServerRequest(
            "SELECT CASE WHEN is_called THEN last_value ELSE 0 END, pg_backend_pid() FROM \(place).perdure_activity"
        )
    }

    /// Asks which transactions of other programs are running: each has a lock on their table until others see what it has written.
    var writers: ServerRequest {
        ServerRequest(
            "SELECT DISTINCT virtualtransaction FROM pg_locks WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted "
                + "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND relation = to_regclass($1)",
            [.text("\(place).\(OtherWriterFunctions.table)")])
    }

    /// Counts a commit; it stands behind COMMIT, takes no lock, and a rollback does not harm it.
    var count: ServerRequest {
        ServerRequest("SELECT nextval($1::regclass)", [.text("\(place).perdure_activity")])
    }

    func sending(_ message: Message) -> ServerRequest {
        ServerRequest("SELECT pg_notify($1, $2)", [.text(name), .text(text(message))])
    }

    /// Lets other engines end what they read: it would block a migration (PG-137).
    static func tellOfMigration(_ header: StoreHeader, _ session: ServerSession, _ namespace: String) throws {
        let channel = StoreChannel(uuid: StoredMetadata.uuid(header.metadata), namespace: namespace)
        // The store is not open here, so no engine's number is known.
        try session.run(channel.sending(.migrating(engine: Self.triggers)))
    }

    // MARK: Texts

    func text(_ message: Message) -> String {
        switch message {
        case .commit(let engine, let number): "\(engine) \(number) \(mark)"
        case .migrating(let engine): "\(engine) migrating \(mark)"
        }
    }

    /// Reads a message; nil for what somebody else has sent, and for one of a clone.
    func message(_ text: String) -> Message? {
        let words = text.split(separator: " ")
        guard words.count == 3, words[2] == mark, let engine = Int64(words[0]) else { return nil }
        if words[1] == "migrating" { return .migrating(engine: engine) }
        return Int64(words[1]).map { .commit(engine: engine, number: $0) }
    }

    /// Tells stores of one database apart that have one UUID: a clone may lie in another namespace.
    private var mark: String { ServerWord.hash(namespace) }
}
#endif
