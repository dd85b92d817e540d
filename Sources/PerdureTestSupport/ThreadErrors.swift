// SPDX-License-Identifier: Apache-2.0
// Collects the errors that threads of a test report.

import Foundation

/// A list of errors to which many threads add.
public final class ThreadErrors: @unchecked Sendable {
    // Sendable because the threads use the list only under the lock.
    private let lock = NSLock()
    private var errors: [String] = []

    /// Makes an empty list.
    public init() {}

    /// The reported errors, in the order of time.
    public var list: [String] { lock.withLock { errors } }

    /// Adds a line.
    public func add(_ error: String) { lock.withLock { errors.append(error) } }

    /// Runs a block and adds its error.
    public func catching(_ body: () throws -> Void) {
        do { try body() } catch { add("\(error)") }
    }
}
