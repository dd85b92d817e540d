// SPDX-License-Identifier: Apache-2.0
// The time that triggers write: one for all rows of a transaction, between its beginning and its end.

import CSQLite
import Foundation

/// The clock of one connection.
final class TransactionClock {
    private var time: TimeInterval?

    private static var present: TimeInterval { Date().timeIntervalSinceReferenceDate }

    /// Lets the end of every transaction be told.
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

    /// Nothing is told any more: a handle may live on when its connection is gone, and roll back then.
    static func remove(from handle: OpaquePointer) {
        sqlite3_rollback_hook(handle, nil, nil)
        sqlite3_commit_hook(handle, nil, nil)
    }

    /// Seconds since 2001.
    ///
    /// What only reads may go on for long, and has no need to see the time stand still.
    func now(_ handle: OpaquePointer?) -> TimeInterval {
        guard sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE else { return Self.present }
        let time = self.time ?? Self.present
        self.time = time
        return time
    }
}
