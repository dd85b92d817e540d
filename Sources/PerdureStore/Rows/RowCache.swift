// SPDX-License-Identifier: Apache-2.0
// The rows that the contexts of a coordinator share. Owned by a store, run by the coordinator's
// FaultFulfiller and ConflictResolution; no engine knows it. Rows lie in pages (RowPage.swift).

import Dispatch
import PerdurePredicates

/// The newest known rows of one store, with the time at which each was read.
///
/// All methods may be called from any thread.
package final class RowCache: Sendable {
    private let state: Lock<RowCacheState>
    private let now: @Sendable () -> Double

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: how many rows may lie in the cache before those that no object uses are dropped.
    ///   - now: the time in seconds from any fixed point; tests give their own.
    package init(capacity: Int = 250_000, now: @escaping @Sendable () -> Double = RowCache.uptime) {
        state = Lock(RowCacheState(capacity: capacity))
        self.now = now
    }

    /// Seconds since the machine started.
    package static let uptime: @Sendable () -> Double = {
        Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
    }

    package var count: Int { state.withLock { $0.count } }

    /// The row of an object, if it is there and was read at most `maximumAge` seconds ago.
    ///
    /// - Parameters:
    ///   - key: the object's key.
    ///   - maximumAge: negative takes a row of any age, 0 takes none.
    /// - Returns: the row, or nil.
    package func row(for key: ObjectKey, maximumAge: Double = -1) -> Row? {
        if maximumAge == 0 { return nil }
        let oldest = maximumAge < 0 ? -Double.infinity : now() - maximumAge
        return state.withLock { $0.row(for: key, oldest: oldest) }
    }

    /// Runs a read of the store and keeps its rows.
    ///
    /// A row that a save replaced or deleted while the read was under way is not brought back by it.
    ///
    /// - Parameters:
    ///   - read: reads the store.
    ///   - rows: finds the rows in what was read.
    /// - Returns: what was read.
    /// - Throws: what `read` throws.
    package func reading<T>(_ read: () throws -> T, rows: (T) -> [Row]) rethrows -> T {
        state.withLock { $0.readers += 1 }
        defer { state.withLock { $0.endReading() } }
        let result = try read()
        let time = now()
        state.withLock { $0.insert(rows(result), time: time) }
        return result
    }

    /// Takes over what a save has written.
    ///
    /// - Parameters:
    ///   - rows: the rows as they are now.
    ///   - removed: the keys of rows that are gone.
    package func commit(_ rows: [Row], removing removed: [ObjectKey]) {
        let time = now()
        state.withLock { $0.commit(rows, removing: removed, time: time) }
    }

    /// Forgets a row: its object is gone, or must be read again.
    package func remove(_ key: ObjectKey) { state.withLock { $0.remove(key) } }

    package func removeAll() { state.withLock { $0.removeAll() } }
}
