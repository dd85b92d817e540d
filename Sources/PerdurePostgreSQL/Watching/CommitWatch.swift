// SPDX-License-Identifier: Apache-2.0
// Watches a store for the commits of other engines (PG-127 to PG-129): WatchSession.swift is its connection, ActivityRecord.swift what it
// knows, StoreChannel.swift the messages. CommitWatch+Session.swift makes lost connections anew.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQLClient

/// Notices commits of other engines, and tells them of this one's.
final class CommitWatch: @unchecked Sendable {
    // Sendable because all variables are touched on the queue only.
    let queue = DispatchQueue(label: "perdure.postgresql.watch")
    let channel: StoreChannel
    let maker: ConnectionMaker
    let mode: PostgreSQLOptions.Notifications
    /// Tells this engine's messages from those of others.
    private let engine: Int64
    private var body: (@Sendable () -> Void)?
    private var migrationBody: (@Sendable () -> Void)?
    private var record = ActivityRecord()
    /// What the store has beside the model's tables.
    private let additions: Lock<StoreAdditions>
    /// The programs that may have been counted before their COMMIT.
    private var writers = RunningWriters()
    var session: WatchSession?
    /// Watches the socket.
    var source: (any DispatchSourceRead)?
    var timer: (any DispatchSourceTimer)?
    var isStopped = false
    /// Seconds until the next try to connect.
    var pause = CommitWatch.firstPause
    /// The newest own commit of which nobody was told yet.
    private var untold: Int64?
    private var lastMessage = DispatchTime(uptimeNanoseconds: 0)

    static let firstPause: TimeInterval = 0.1
    /// There is at most one message in this time: messages of one server pass through one queue.
    private static let messageInterval = DispatchTimeInterval.milliseconds(20)

    init(
        _ options: PostgreSQLOptions, uuid: String, engine: Int64, additions: Lock<StoreAdditions>
    ) {
        self.additions = additions
        channel = StoreChannel(uuid: uuid, namespace: options.namespace)
        maker = ConnectionMaker(options.client)
        mode = options.notifications
        self.engine = engine
    }

    deinit {
        source?.cancel()
        timer?.cancel()
        session?.close()
    }

    /// Sets the closure that is called after commits of others.
    func notify(_ body: @escaping @Sendable () -> Void) { queue.sync { self.body = body } }

    /// Sets the closure that is called before another engine changes the definitions.
    func whenOthersMigrate(_ body: @escaping @Sendable () -> Void) { queue.sync { migrationBody = body } }

    /// Tells the others that this engine will change the definitions.
    func willMigrate() { queue.sync { try? session?.send(.migrating(engine: engine)) } }

    // MARK: Own commits

    /// Notes the number of an own commit.
    func took(_ number: Int64) {
        guard mode != .off else { return }
        queue.async { self.record.took(number) }
    }

    /// Tells the others of a commit, soon.
    func didCommit(_ number: Int64) {
        guard mode != .off else { return }
        queue.async { [self] in
            let isPlanned = untold != nil
            untold = max(untold ?? number, number)
            guard !isPlanned else { return }
            let next = lastMessage + Self.messageInterval
            guard next > .now() else { return tell() }
            queue.asyncAfter(deadline: next) { [weak self] in self?.tell() }
        }
    }

    /// Sends the message that waits.
    func tell() {
        guard let number = untold else { return }
        untold = nil
        lastMessage = .now()
        attempt { try $0.send(.commit(engine: engine, number: number)) }
    }

    // MARK: Others' commits

    /// Looks for commits: at the socket while it listens, else at the activity.
    func lookForCommits() {
        queue.sync {
            if session?.listens == true { takeMessages() } else { look() }
        }
    }

    /// Takes the messages that have come.
    func takeMessages() {
        var isNew = false
        attempt { session in
            for message in try session.messages() {
                switch message {
                case .commit(let other, let number) where other != engine:
                    // The message of a trigger comes behind its COMMIT, its number in front: a look may have seen the number alone.
                    isNew =
                        isNew || other == StoreChannel.triggers || number == 0 || number > record.seen ?? 0
                case .migrating(let other) where other != engine: migrationBody?()
                default: break
                }
            }
        }
        guard isNew else { return }
        look(isCertain: true)
    }

    /// Looks at the activity.
    ///
    /// - Parameter isCertain: Whether a message has told of a commit already.
    func look(isCertain: Bool = false) {
        var isNew = isCertain
        attempt { session in
            let isFirst = record.seen == nil
            let hasMoved = record.look(try session.newest())
            isNew = isNew || hasMoved
            // A trigger counts in front of its COMMIT: the end of who is writing now brings what was counted.
            let counts = (hasMoved || isFirst) && additions.withLock { $0.noticesOthers }
            guard counts || !writers.isEmpty else { return }
            if writers.note(try session.writers(), counts: counts) { isNew = true }
        }
        if isNew { tellOwner() }
    }

    /// Calls the closure: others have committed, or may have.
    func tellOwner() { body?() }

    /// Does something with the session; an error is its end, and a new one is made.
    private func attempt(_ body: (inout WatchSession) throws -> Void) {
        guard var session, !isStopped else { return }
        do {
            try body(&session)
            self.session = session
        } catch PostgreSQLError.server {
            // The server refused the statement: the store is gone, or the rights are. Reads and writes will say so.
            self.session = session
        } catch { lose() }
    }
}
#endif
