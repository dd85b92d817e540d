// SPDX-License-Identifier: Apache-2.0
// The handlers that programs give to paged insertions, while they run: an insertion keeps its store locked for writing between
// two pages, so a handler that writes to the store would wait for itself.

import Foundation
import PerdureBase

/// The handlers of paged insertions that are being asked for rows, in the whole process.
package enum InsertionHandlers {
    private struct Call {
        let thread: pthread_t
        let engine: any StoreEngine
    }

    private static let calls = Lock<[Call]>([])

    /// Asks a handler for rows.
    ///
    /// - Parameters:
    ///   - engine: the store into which an open insertion writes them.
    ///   - body: calls the handler on this thread.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    package static func asking<Result>(for engine: any StoreEngine, _ body: () throws -> Result) rethrows
        -> Result
    {
        let thread = pthread_self()
        calls.withLock { $0.append(Call(thread: thread, engine: engine)) }
        defer {
            calls.withLock { calls in
                // The last one: a handler may insert into another store, whose handler is asked inside of it.
                if let last = calls.lastIndex(where: { $0.thread == thread }) { calls.remove(at: last) }
            }
        }
        return try body()
    }

    /// Refuses what would wait for the end of an insertion that waits for this thread.
    ///
    /// - Parameters:
    ///   - deed: what the handler tries, for the error; each save asks, so the text is made for an error only.
    ///   - isMeant: tells whether the deed concerns a store.
    /// - Throws: `StoreError.unsupported` on a thread whose handler gives rows to such a store.
    package static func refuse(_ deed: @autoclosure () -> String, where isMeant: (any StoreEngine) -> Bool)
        throws
    {
        let thread = pthread_self()
        let isAsking = calls.withLock { calls in
            calls.contains { $0.thread == thread && isMeant($0.engine) }
        }
        guard isAsking else { return }
        throw StoreError.unsupported(
            UnsupportedRequest(
                "The handler of a batch insert request cannot \(deed()) while the objects that it gave before are being "
                    + "written. Do so when the request is done."))
    }
}
