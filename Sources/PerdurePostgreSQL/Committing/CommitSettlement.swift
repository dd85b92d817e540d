// SPDX-License-Identifier: Apache-2.0
// Finds out whether a commit without an answer has happened (PG-91 to PG-94). The server decides by the mark: writing it again
// waits for the transaction that has written it.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureStore

/// The settlement of one commit in doubt.
struct CommitSettlement {
    let pool: ServerConnectionPool
    let mark: SaveMark
    /// The server's process of the lost connection.
    let process: ServerProcess?
    let place: String

    /// How long one try waits for the other transaction before it looks at the other transaction's process.
    private static let patience: TimeInterval = 0.25

    /// Whether the save is committed; if not, it never will be.
    ///
    /// - Throws: `StoreError.inDoubt` when the server has not said it by the deadline.
    func isCommitted(until deadline: Deadline, after cause: any Error) throws -> Bool {
        var backoff = Backoff()
        var last = cause
        while !deadline.isPast {
            // One connection that hangs must not cost all the time.
            let soon = deadline.orAfter(max(1, deadline.remaining / 4))
            do { return try ask(soon) } catch {
                last = error
                if (error as? PostgreSQLError)?.state == "55P03" {
                    // A failure is the next try's matter.
                    _ = try? process?.end(pool, until: soon)
                } else {
                    backoff.wait(deadline)
                }
            }
        }
        throw StoreError.inDoubt(
            path: place,
            reason: "the answer to COMMIT did not come, and the server could not be asked: \(last)")
    }

    private func ask(_ deadline: Deadline) throws -> Bool {
        try pool.withConnection(until: deadline) { connection in
            let milliseconds = max(1, Int(min(deadline.remaining, Self.patience) * 1000))
            let results: [ServerResult]
            do {
                results = try connection.run(
                    [
                        ServerRequest("BEGIN"),
                        ServerRequest(
                            "SELECT set_config('lock_timeout', $1, true)", [.text("\(milliseconds)")]),
                        mark.insertion, ServerRequest("ROLLBACK"),
                    ], until: deadline)
            } catch {
                if connection.isInTransaction {
                    _ = try? connection.run(ServerRequest("ROLLBACK"), until: deadline)
                }
                throw error
            }
            return results[2].affectedRows == 0
        }
    }
}

extension PostgreSQLError {
    /// Whether the connection ended, so that another one may do better.
    var isLoss: Bool {
        switch self {
        case .lost: true
        case .server(let report, _, _): report.endsConnection
        default: false
        }
    }
}

/// Waits between tries: longer each time, and by chance, so that rivals do not meet again.
struct Backoff {
    private var tries = 0
    private static let longest: TimeInterval = 0.1

    /// Whether it has waited as often as may help.
    var isExhausted: Bool { tries >= 10 }

    /// Waits, at most until a deadline.
    mutating func wait(_ deadline: Deadline) {
        let most = min(Self.longest, 0.001 * Double(1 << min(tries, 10)))
        tries += 1
        Thread.sleep(forTimeInterval: min(.random(in: 0...most), deadline.remaining))
    }
}
#endif
