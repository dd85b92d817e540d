// SPDX-License-Identifier: Apache-2.0
// Work of a test on another thread, and on a connection of its own.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import Testing

/// Work on another thread.
final class Background: @unchecked Sendable {
    // Sendable because the result is read after the semaphore alone.
    private let done = DispatchSemaphore(value: 0)
    private var result: Result<Void, any Error> = .success(())

    init(_ body: @escaping @Sendable () throws -> Void) {
        Thread.detachNewThread { [self] in
            result = Result { try body() }
            done.signal()
        }
    }

    /// Waits for the end; throws the error of the work.
    func wait() throws {
        #expect(done.wait(timeout: .now() + 60) == .success)
        try result.get()
    }
}

extension ServerConnection {
    /// Runs texts, one after the other.
    func run(_ texts: String...) throws {
        for text in texts {
            _ = try run(ServerRequest(text, isPrepared: false), until: Deadline(after: 20))
        }
    }
}
#endif
