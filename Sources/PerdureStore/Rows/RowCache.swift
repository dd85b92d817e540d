// SPDX-License-Identifier: Apache-2.0
// The rows that the contexts of a coordinator share. Owned by a store, run by the coordinator's
// FaultFulfiller and saves (StoreSave); no engine knows it. What it holds is in RowCacheState.swift.

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

    /// Runs a read of the store and keeps its rows.
    ///
    /// A row that a save replaced or deleted while the read was under way is not brought back by it. When rows expire
    /// meanwhile, nobody can tell whether these are newer: the read is done once more.
    ///
    /// - Parameters:
    ///   - read: reads the store.
    ///   - rows: finds the rows in what was read.
    /// - Returns: what was read.
    /// - Throws: what `read` throws.
    package func reading<T>(_ read: () throws -> T, rows: (T) -> [Row]) rethrows -> T {
        let first = try reading(read, rows: rows, isLast: false)
        return first.isCurrent ? first.result : try reading(read, rows: rows, isLast: true).result
    }

    private func reading<T>(_ read: () throws -> T, rows: (T) -> [Row], isLast: Bool) rethrows
        -> (result: T, isCurrent: Bool)
    {
        let start = state.withLock { $0.beginReading() }
        defer { state.withLock { $0.endReading() } }
        let result = try read()
        let time = now()
        let isCurrent = state.withLock { state in
            let isCurrent = state.expirations == start
            if isCurrent || isLast { state.insert(rows(result), time: isCurrent ? time : -.infinity) }
            return isCurrent
        }
        return (result, isCurrent)
    }

    /// The same for a reader who wants to know only what was found: the rows go over to the cache.
    ///
    /// - Parameter read: reads the store.
    /// - Returns: the keys of the rows, in their order.
    /// - Throws: what `read` throws.
    package func readingKeys(_ read: () throws -> [Row]) rethrows -> [ObjectKey] {
        if let keys = try readingKeys(read, isLast: false) { return keys }
        return try readingKeys(read, isLast: true) ?? []
    }

    /// Gives nil when rows expired during the read, unless it is the last.
    private func readingKeys(_ read: () throws -> [Row], isLast: Bool) rethrows -> [ObjectKey]? {
        let start = state.withLock { $0.beginReading() }
        defer { state.withLock { $0.endReading() } }
        var rows = try read()
        let time = now()
        return state.withLock { state in
            let isCurrent = state.expirations == start
            guard isCurrent || isLast else { return nil }
            return state.take(&rows, time: isCurrent ? time : -.infinity)
        }
    }

    /// The members of a relationship, if they were read ahead and nothing has happened since that may have changed them.
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
        return state.withLock { $0.members.keys(side, owner.number, oldest: oldest) }
    }

    /// Runs a read of members, keeps their rows and which of them belong to whom.
    ///
    /// - Parameters:
    ///   - side: the relationship.
    ///   - owners: the numbers of all objects whose members are read.
    ///   - read: reads the store.
    /// - Returns: what was read.
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

    /// Sets how many rows may lie in the cache; what is there stays until the next rows come.
    package func setCapacity(_ rows: Int) { state.withLock { $0.setCapacity(rows) } }

    /// Runs reads that belong together: what one of them brings does not make room for what the next one brings, nor do
    /// the rows at which they begin.
    ///
    /// - Parameters:
    ///   - keys: the keys of those rows.
    ///   - body: reads.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    package func holding<T>(_ keys: [ObjectKey], _ body: () throws -> T) rethrows -> T {
        let time = now()
        state.withLock { $0.beginHolding(keys, time: time) }
        defer { state.withLock { $0.endHolding() } }
        return try body()
    }

    /// Lets the rows that are here now fill no faults any more: somebody may have changed what they were read from.
    package func expire() {
        let time = now()
        state.withLock { $0.expire(time) }
    }

    /// How often rows have expired so far.
    package var expirations: Int { state.withLock { $0.expirations } }

    /// Takes over what a save has done.
    ///
    /// - Parameters:
    ///   - rows: what it wrote, computed and removed.
    ///   - expirations: what `expirations` was before the save; rows that came too late are taken as expired.
    package func commit(_ rows: CommittedRows, since expirations: Int? = nil) {
        let time = now()
        state.withLock { $0.commit(rows, time: $0.time(time, since: expirations)) }
    }

    /// Runs a commit beside which others may run, and takes over what it did.
    ///
    /// Which of two saves tells first does not say which one was first. The higher version stays; a row whose versions do
    /// not tell is forgotten, and read anew by who wants it.
    ///
    /// - Parameters:
    ///   - expirations: what `expirations` was before the save.
    ///   - commit: commits, and gives what was done.
    /// - Throws: what `commit` throws.
    package func committingBeside(since expirations: Int? = nil, _ commit: () throws -> CommittedRows)
        rethrows
    {
        state.withLock { _ = $0.beginReading() }
        defer { state.withLock { $0.endReading() } }
        let rows = try commit()
        let time = now()
        state.withLock { $0.commitBeside(rows, time: $0.time(time, since: expirations)) }
    }

    /// Takes over a row that was read some time ago.
    ///
    /// Meanwhile others may have brought a newer one. The version does not tell, because values that a store computes
    /// move none: unless that is older, the row is taken only in the place of the one that was here at the reading.
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

    package func removeAll() { state.withLock { $0.removeAll() } }

    /// Forgets all rows, and those of reads that are under way: the store is gone.
    package func close() { state.withLock { $0.close() } }
}
