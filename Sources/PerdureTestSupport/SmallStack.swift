// SPDX-License-Identifier: Apache-2.0
// Runs tests on a thread with a small stack, where a recursion over each of a test's objects would end the process.

import Foundation

/// A thread with the smallest stack that tests can use: 512 KiB.
public enum SmallStack {
    /// Runs a body on the thread; the calling thread waits.
    ///
    /// - Parameter body: the code to run.
    /// - Throws: the body's error.
    public static func run(_ body: @escaping () throws -> Void) throws {
        // Safe because the calling thread waits for the other thread.
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

    /// Sendable because the waiting thread reads the result after the other thread has ended.
    private final class Outcome: @unchecked Sendable {
        var result: Result<Void, any Error>?
    }
}
