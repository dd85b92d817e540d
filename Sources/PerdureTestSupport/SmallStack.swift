// SPDX-License-Identifier: Apache-2.0
// A thread on which a recursion as deep as a test's objects are many would end the process.

import Foundation

/// A thread with the smallest stack that tests do with: 512 KiB.
public enum SmallStack {
    /// Runs a body there; the calling thread waits.
    ///
    /// - Parameter body: what to do.
    /// - Throws: what the body throws.
    public static func run(_ body: @escaping () throws -> Void) throws {
        // The calling thread waits for the other one.
        nonisolated(unsafe) let body = body
        let (done, outcome) = (DispatchSemaphore(value: 0), Outcome())
        let thread = Thread {
            outcome.result = Result { try body() }
            done.signal()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        done.wait()
        try outcome.result?.get()
    }

    /// Sendable because the waiting thread reads it after the other one has ended.
    private final class Outcome: @unchecked Sendable {
        var result: Result<Void, any Error>?
    }
}
