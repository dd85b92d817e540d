// SPDX-License-Identifier: Apache-2.0
// A caller's wish that a running call shall end. The loop of ServerConnection+Waiting.swift looks at it.

#if PostgreSQL
import Foundation
import PerdureBase

/// Lets one thread end what another one waits for.
package final class Cancellation: Sendable {
    private let wish = Lock(false)

    /// Makes one that nobody has cancelled.
    package init() {}

    /// Asks the call to end: it throws `PostgreSQLError.cancelled` within about two seconds, or ends as it would have.
    package func cancel() { wish.withLock { $0 = true } }

    /// Whether somebody asked.
    package var isCancelled: Bool { wish.withLock { $0 } }

    /// How often a waiting thread looks, in milliseconds.
    static let interval: Int32 = 50
    /// How long a cancelled statement may take to end before its connection is closed.
    static let patience: TimeInterval = 2
}
#endif
