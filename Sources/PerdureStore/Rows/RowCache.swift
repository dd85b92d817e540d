// SPDX-License-Identifier: Apache-2.0
// The rows that the contexts of a coordinator share. Owned by a store, run by the coordinator's
// FaultFulfiller and saves (StoreSave); no engine knows it. What it holds is in RowCacheState.swift, reads of keys are in
// RowCache+Keys.swift.

import Dispatch
import PerdureBase

/// The newest known rows of one store, with the time at which each was read.
///
/// All methods may be called from any thread.
package final class RowCache: Sendable {
    let state: Lock<RowCacheState>
    let now: @Sendable () -> Double

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
    static let uptime: @Sendable () -> Double = {
        Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
    }

    package var count: Int { state.withLock { $0.count } }

    /// What contradicts the cache's own rules: nothing when it is sound.
    ///
    /// For tests: looks at every row.
    package func checkInvariants() -> [String] { state.withLock { $0.checkInvariants() } }

    /// The row of an object that was known last, even if it has expired.
    package func row(for key: ObjectKey) -> Row? { state.withLock { $0.row(for: key) } }

    /// The row of an object, if it is there, has not expired and was read at most `maximumAge` seconds ago.
    ///
    /// - Parameters:
    ///   - key: the object's key.
    ///   - maximumAge: negative takes a row of any age, 0 takes none.
    /// - Returns: the row, or nil.
    package func row(for key: ObjectKey, maximumAge: Double) -> Row? {
        if maximumAge == 0 { return nil }
        let oldest = maximumAge < 0 ? -Double.infinity : now() - maximumAge
        return state.withLock { $0.row(for: key, oldest: oldest) }
    }

    /// The rows of many objects, as `row(for:maximumAge:)` finds each.
    package func rows(for keys: ArraySlice<ObjectKey>, maximumAge: Double) -> [Row?] {
        if maximumAge == 0 { return [Row?](repeating: nil, count: keys.count) }
        let oldest = maximumAge < 0 ? -Double.infinity : now() - maximumAge
        return state.withLock { state in keys.map { state.row(for: $0, oldest: oldest) } }
    }

    /// Runs a read of the store and keeps its rows.
    ///
    /// The read does not bring back a row that a save replaced or deleted meanwhile. What it found replaces a row that was known
    /// before, also one of a higher version: others may have made the row anew. When the cache's rows expire during the
    /// read, the rows that it found may be old too: the read runs once more.
    ///
    /// - Parameters:
    ///   - read: reads the store.
    ///   - rows: finds the rows in the read's result.
    /// - Returns: the read's result.
    /// - Throws: what `read` throws.
    package func reading<T>(_ read: () throws -> T, rows: (T) -> [Row]) rethrows -> T {
        let first = try reading(read, rows: rows, isLast: false)
        return first.isCurrent ? first.result : try reading(read, rows: rows, isLast: true).result
    }

    private func reading<T>(_ read: () throws -> T, rows: (T) -> [Row], isLast: Bool) rethrows
        -> (result: T, isCurrent: Bool)
    {
        let began = now()
        let start = state.withLock { $0.beginReading() }
        defer { state.withLock { $0.endReading() } }
        let result = try read()
        let time = now()
        let isCurrent = state.withLock { state in
            let isCurrent = state.expirations == start
            if isCurrent || isLast {
                state.insert(rows(result), time: state.time(time, since: start), since: began)
            }
            return isCurrent
        }
        return (result, isCurrent)
    }

    /// The prefetched members of a relationship, unless something may have changed them since.
    ///
    /// - Parameters:
    ///   - side: the relationship.
    ///   - owner: the key of the object that has it.
    ///   - maximumAge: as for rows.
    /// - Returns: the members' keys, or nil.
    package func members(_ side: MemberSide, of owner: ObjectKey, maximumAge: Double)
        -> ArraySlice<ObjectKey>?
    {
        if maximumAge == 0 { return nil }
        let oldest = maximumAge < 0 ? -Double.infinity : now() - maximumAge
        return state.withLock { state in
            let keys = state.members.keys(side, owner.number, oldest: oldest)
            if let keys { state.fetchAhead(keys) }
            return keys
        }
    }

    /// Runs a read of members, and keeps their rows and the list of each owner's members.
    ///
    /// - Parameters:
    ///   - side: the relationship.
    ///   - owners: the numbers of all objects whose members are read.
    ///   - read: reads the store.
    /// - Returns: the read's result.
    /// - Throws: what `read` throws.
    package func readingMembers(_ side: MemberSide, of owners: [Int64], _ read: () throws -> MemberRows)
        rethrows -> MemberRows
    {
        let start = state.withLock { $0.members.changes }
        let found = try reading(read, rows: \.rows)
        let time = now()
        state.withLock { state in
            guard state.members.changes == start else { return }
            state.members.insert(side, owners, found, time: time)
        }
        return found
    }

    /// Sets how many rows may lie in the cache; rows beyond the new capacity stay until the next rows come.
    package func setCapacity(_ rows: Int) { state.withLock { $0.setCapacity(rows) } }

    /// Runs reads that belong together; the cache drops none of their rows meanwhile.
    ///
    /// The rows at which the reads begin stay too.
    ///
    /// - Parameters:
    ///   - keys: the keys of the rows at which the reads begin.
    ///   - body: runs the reads.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    package func holding<T>(_ keys: [ObjectKey], _ body: () throws -> T) rethrows -> T {
        let time = now()
        state.withLock { $0.beginHolding(keys, time: time) }
        defer { state.withLock { $0.endHolding() } }
        return try body()
    }

    /// Marks all present rows as expired, because another writer may have changed the store: they fill no faults any more.
    package func expire() {
        let time = now()
        state.withLock { $0.expire(time) }
    }

    /// How often rows have expired so far.
    package var expirations: Int { state.withLock { $0.expirations } }

    /// Takes over the rows of a save.
    ///
    /// - Parameters:
    ///   - rows: the rows that the save wrote, computed and removed.
    ///   - expirations: the value of `expirations` before the save; when rows have expired since, the save's rows count as
    ///     expired.
    package func commit(_ rows: CommittedRows, since expirations: Int? = nil) {
        let time = now()
        state.withLock { $0.commit(rows, time: $0.time(time, since: expirations)) }
    }

    /// Runs a commit that may run beside other commits, and takes over its rows.
    ///
    /// The order in which two saves report their rows does not say which of them committed first. The row with the higher
    /// version stays. Where the versions do not decide, the cache forgets the row, and the next reader reads it anew.
    ///
    /// - Parameters:
    ///   - expirations: the value of `expirations` before the save.
    ///   - commit: commits, and returns the rows of the save.
    /// - Throws: what `commit` throws.
    package func committingBeside(since expirations: Int? = nil, _ commit: () throws -> CommittedRows)
        rethrows
    {
        let began = now()
        state.withLock { _ = $0.beginReading() }
        defer { state.withLock { $0.endReading() } }
        let rows = try commit()
        let time = now()
        state.withLock { $0.commitBeside(rows, time: $0.time(time, since: expirations), since: began) }
    }

    /// Takes over a row that was read some time ago.
    ///
    /// A newer row may have come meanwhile. Versions alone do not decide, because values that a store computes do not raise
    /// them. The row is taken if its version is higher than the present row's, or if the present row is still `former`.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - former: the row that the cache held when this one was read.
    package func learn(_ row: Row, replacing former: Row?) {
        let time = now()
        state.withLock { state in
            let present = state.row(for: row.key)
            let isOlder = present.map { $0.version < row.version } ?? false
            if isOlder || present === former { state.commit(CommittedRows(written: [row]), time: time) }
        }
    }

    /// Forgets a row: its object is gone, or must be read again.
    package func remove(_ key: ObjectKey) { state.withLock { $0.remove(key) } }

    /// Forgets the rows of some objects.
    package func remove(_ keys: [ObjectKey]) {
        state.withLock { state in for key in keys { state.remove(key) } }
    }

    package func removeAll() { state.withLock { $0.removeAll() } }

    /// Forgets all rows, and those of reads that are under way: the store is gone.
    package func close() { state.withLock { $0.close() } }
}
