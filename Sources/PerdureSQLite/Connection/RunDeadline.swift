// SPDX-License-Identifier: Apache-2.0
// Ends statements that run too long, such as an endless view in a hostile file, and cancelled statements. Owned by
// SQLiteConnection.swift.

import CSQLite
import Foundation
import PerdureStore

/// A progress handler that interrupts a statement after a deadline or a cancellation.
final class RunDeadline {
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
        guard let end else { return false }
        return DispatchTime.now().uptimeNanoseconds > end
    }

    /// Limits statements to some seconds from now; nil removes the limit.
    func set(_ seconds: TimeInterval?) {
        end = seconds.map { DispatchTime.now().uptimeNanoseconds + UInt64(max($0, 0.001) * 1e9) }
    }
}
