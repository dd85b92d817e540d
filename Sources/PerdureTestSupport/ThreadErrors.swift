// SPDX-License-Identifier: Apache-2.0
// What threads of a test have to report.

import Foundation

/// A list of errors that many threads add to.
public final class ThreadErrors: @unchecked Sendable {
    // Sendable because the list is touched under the lock only.
    private let lock = NSLock()
    private var errors: [String] = []

    /// Makes an empty list.
    public init() {}

    /// What was reported, in the order of time.
    public var list: [String] { lock.withLock { errors } }

    /// Adds a line.
    public func add(_ error: String) { lock.withLock { errors.append(error) } }

    /// Runs a block and adds what it throws.
    public func catching(_ body: () throws -> Void) {
        do { try body() } catch { add("\(error)") }
    }
}
