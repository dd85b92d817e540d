// SPDX-License-Identifier: Apache-2.0
// Ends statements that run too long, such as an endless view in a hostile file, and cancelled statements. Owned by
// SQLiteConnection.swift.

import CSQLite
import Foundation
import PerdureStore

/// A progress handler that interrupts a statement after a deadline or a cancellation.
final class RunDeadline {
    private var limit: UInt64?
    /// Set when the handler looks for the first time: most reads are over before, and need no clock.
    private var end: UInt64?
    var cancellation: Cancellation?

    var isCancelled: Bool { cancellation?.isCancelled == true }

    func install(on handle: OpaquePointer) {
        sqlite3_progress_handler(
            handle, 20_000,
            { context in
                let deadline = Unmanaged<RunDeadline>.fromOpaque(context!).takeUnretainedValue()
                return deadline.isOver ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private var isOver: Bool {
        if isCancelled { return true }
        guard let limit else { return false }
        let now = DispatchTime.now().uptimeNanoseconds
        if let end { return now > end }
        end = now + limit
        return false
    }

    /// Limits statements to some seconds from their first 20,000 steps on; nil removes the limit.
    func set(_ seconds: TimeInterval?) {
        (limit, end) = (seconds.map { UInt64(max($0, 0.001) * 1e9) }, nil)
    }
}
