// SPDX-License-Identifier: Apache-2.0
// Waits for a lock of another connection or process. Owned by SQLiteConnection.swift.

import CSQLite
import Foundation

/// A busy handler with short random sleeps and a deadline.
///
/// `sqlite3_busy_timeout` sleeps longer each time. A writer that just had the lock then gets it again, and other writers
/// starve for seconds. Short random sleeps give every writer its turn.
final class LockWait {
    /// Seconds after which a call gives up.
    var timeout: TimeInterval
    /// How long the last wait took.
    private(set) var waited: TimeInterval = 0
    private var start: UInt64 = 0

    init(timeout: TimeInterval) { self.timeout = timeout }

    /// Registers the busy handler.
    ///
    /// The connection keeps this object for the lifetime of the handle, so the pointer stays valid.
    func install(on handle: OpaquePointer) {
        sqlite3_busy_handler(
            handle,
            { context, tries in
                let wait = Unmanaged<LockWait>.fromOpaque(context!).takeUnretainedValue()
                return wait.shouldTryAgain(tries: Int(tries)) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func shouldTryAgain(tries: Int) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        if tries == 0 { start = now }
        waited = TimeInterval(now - start) / 1e9
        guard waited < timeout else { return false }
        // After some hundred tries the lock belongs to long work, so the sleeps get a little longer.
        let patience = UInt32(min(1 + tries / 200, 20))
        usleep(UInt32.random(in: 20...120) * patience)
        return true
    }
}
