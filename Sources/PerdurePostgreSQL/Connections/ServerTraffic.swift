// SPDX-License-Identifier: Apache-2.0
// Counts what goes to servers, for tests: statements and round trips apart.

#if PostgreSQL
import PerdureBase

/// What a task has sent to servers.
package final class ServerTraffic: Sendable {
    private let counts = Lock((statements: 0, roundTrips: 0))
    @TaskLocal private static var current: ServerTraffic?

    private init() {}

    /// Counts what a body sends on this thread.
    package static func during(_ body: () throws -> Void) rethrows -> (statements: Int, roundTrips: Int) {
        let traffic = ServerTraffic()
        try $current.withValue(traffic) { try body() }
        return traffic.counts.withLock { $0 }
    }

    static func count(statements: Int) {
        current?.counts.withLock {
            $0.statements += statements
            $0.roundTrips += 1
        }
    }
}
#endif
