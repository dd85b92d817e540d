// SPDX-License-Identifier: Apache-2.0
// The time that triggers write: it is the same for all rows of a transaction.

import CSQLite
import Foundation

/// The clock of one connection.
final class TransactionClock {
    private var time: TimeInterval?

    private static var present: TimeInterval { Date().timeIntervalSinceReferenceDate }

    /// Registers hooks that clear the time at the end of every transaction.
    func install(on handle: OpaquePointer) {
        time = nil
        let clock = Unmanaged.passUnretained(self).toOpaque()
        // The connection owns the clock, which lives as long as the handle.
        let forget: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void = { clock in
            clock.map { Unmanaged<TransactionClock>.fromOpaque($0).takeUnretainedValue().time = nil }
        }
        sqlite3_rollback_hook(handle, forget, clock)
        sqlite3_commit_hook(
            handle,
            { clock in
                clock.map { Unmanaged<TransactionClock>.fromOpaque($0).takeUnretainedValue().time = nil }
                return 0
            }, clock)
    }

    /// Removes the hooks: a handle may outlive its connection and roll back then.
    static func remove(from handle: OpaquePointer) {
        sqlite3_rollback_hook(handle, nil, nil)
        sqlite3_commit_hook(handle, nil, nil)
    }

    /// Seconds since 2001.
    ///
    /// A read transaction may be long and needs no constant time.
    func now(_ handle: OpaquePointer?) -> TimeInterval {
        guard sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE else { return Self.present }
        let time = self.time ?? Self.present
        self.time = time
        return time
    }
}
