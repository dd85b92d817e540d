// SPDX-License-Identifier: Apache-2.0
// How the result of a block on a queue reaches the task that waits for it.

import PerdureBase

/// The result of a block that runs elsewhere.
///
/// The result goes through a lock, not through the continuation. The thread sanitizer does not see that a task which a
/// dispatch queue resumes has waited for that queue.
final class AwaitedResult<Value>: Sendable {
    private let result = Lock<Value?>(nil)

    /// Suspends the caller until a block has run.
    ///
    /// - Parameter enqueue: starts the work. At its end the work calls the given function once, with the result.
    /// - Returns: the result.
    func wait(_ enqueue: (@escaping @Sendable (sending Value) -> Void) -> Void) async -> Value {
        await withCheckedContinuation { continuation in
            enqueue { value in
                self.result.withLock { $0 = value }
                continuation.resume()
            }
        }
        // The result is set: only the work resumes the continuation.
        return result.withLock { $0! }
    }
}
