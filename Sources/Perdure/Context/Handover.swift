// SPDX-License-Identifier: Apache-2.0
// How the result of a block comes from a queue to the task that waits for it.

import PerdurePredicates

/// The result of a block that runs elsewhere.
///
/// It goes through a lock, and not through the continuation: what a dispatch queue resumes looks to the thread sanitizer
/// as if nobody had waited for anybody.
final class Handover<Value>: Sendable {
    private let result = Lock<Value?>(nil)

    /// Suspends the caller until a block has run.
    ///
    /// - Parameter enqueue: starts the work, whose end calls what it is given, once, with the result.
    /// - Returns: the result.
    func wait(_ enqueue: (@escaping @Sendable (sending Value) -> Void) -> Void) async -> Value {
        await withCheckedContinuation { continuation in
            enqueue { value in
                self.result.withLock { $0 = value }
                continuation.resume()
            }
        }
        // It is there: nobody else resumes the continuation.
        return result.withLock { $0! }
    }
}
