// SPDX-License-Identifier: Apache-2.0
// The row cache: ages, races between reads and saves, and what it lets go of.

import PerdureStore
import Synchronization
import Testing

@Suite struct RowCacheTests {
    private func row(_ number: Int64, version: Int64 = 1, root: Int32 = 1) -> Row {
        Row(
            key: ObjectKey(entity: root, root: root, number: number), version: version,
            values: [.integer(number)])
    }

    /// A cache whose clock goes on with each look at it.
    private static func tickingCache() -> RowCache {
        let clock = Mutex(100.0)
        return RowCache(now: {
            clock.withLock {
                $0 += 1; return $0
            }
        })
    }

    private func insert(_ rows: [Row], into cache: RowCache) { _ = cache.reading({ rows }, rows: { $0 }) }

    @Test("a row that was read is found by its key, whatever entity the key names")
    func finding() {
        let cache = RowCache()
        insert([row(7)], into: cache)
        #expect(cache.row(for: ObjectKey(entity: 3, root: 1, number: 7)) != nil)
        #expect(cache.row(for: ObjectKey(entity: 1, root: 2, number: 7)) == nil)
        #expect(cache.row(for: ObjectKey(entity: 1, root: 1, number: 71)) == nil)
        #expect(cache.count == 1)
    }

    @Test("a row older than asked for is not given; 0 never gives one, a negative age always does")
    func ages() {
        let clock = Mutex(100.0)
        let cache = RowCache(now: { clock.withLock { $0 } })
        insert([row(1)], into: cache)
        clock.withLock { $0 = 110 }
        let key = row(1).key
        #expect(cache.row(for: key, maximumAge: 5) == nil)
        #expect(cache.row(for: key, maximumAge: 15) != nil)
        #expect(cache.row(for: key, maximumAge: 0) == nil)
        #expect(cache.row(for: key, maximumAge: -1) != nil)
    }

    @Test("a read that began before a save neither brings old values nor deleted rows back")
    func overtakenRead() {
        let cache = RowCache()
        insert([row(1), row(2)], into: cache)
        _ = cache.reading(
            {
                cache.commit(CommittedRows(written: [row(1, version: 2)], removed: [row(2).key]))
                return [row(1), row(2)]
            }, rows: { $0 })
        #expect(cache.row(for: row(1).key)?.version == 2)
        #expect(cache.row(for: row(2).key) == nil)
        insert([row(2)], into: cache)
        #expect(cache.row(for: row(2).key) != nil)
    }

    @Test(
        "DER-25 a read that began before a save does not bring back what the save computed without a new version"
    )
    func computedRows() {
        let cache = RowCache()
        let key = row(1).key
        let computed = Row(key: key, version: 1, values: [.integer(2)])
        let read = Row(key: key, version: 1, values: [.integer(1)])
        _ = cache.reading(
            {
                cache.commit(CommittedRows(computed: [computed]))
                return [read]
            }, rows: { $0 })
        #expect(cache.row(for: key) === computed)
        _ = cache.reading(
            {
                cache.commit(CommittedRows(computed: [computed]))
                return [row(1, version: 2)]
            }, rows: { $0 })
        #expect(cache.row(for: key)?.version == 2)
        cache.removeAll()
        insert([read], into: cache)
        #expect(cache.row(for: key) === read)
    }

    @Test("SAV-33 a row that others made anew replaces one of a higher version, which has expired or not")
    func lowerVersions() {
        let cache = Self.tickingCache()
        insert([row(1, version: 9), row(2, version: 9), row(3, version: 9)], into: cache)
        insert([row(1, version: 2)], into: cache)
        #expect(cache.row(for: row(1).key, maximumAge: -1)?.version == 2)
        cache.expire()
        _ = cache.readingKeys { [row(2, version: 2)] }
        _ = cache.readingParts { part in
            var rows = [row(3, version: 2)]
            _ = part(&rows)
        }
        for number in 2...3 {
            #expect(cache.row(for: row(Int64(number)).key, maximumAge: -1)?.version == 2)
        }
        cache.committingBeside { CommittedRows(written: [row(1, version: 1)]) }
        #expect(cache.row(for: row(1).key, maximumAge: -1)?.version == 1)
    }

    @Test("a read that began before a save does not undo what had expired when the save ended")
    func overtakenLateSave() {
        let cache = Self.tickingCache()
        let start = cache.expirations
        cache.expire()
        _ = cache.reading(
            {
                cache.commit(CommittedRows(written: [row(1, version: 3)]), since: start)
                return [row(1, version: 2)]
            }, rows: { $0 })
        #expect(cache.row(for: row(1).key)?.version == 3)
        #expect(cache.row(for: row(1).key, maximumAge: -1) == nil)
    }

    @Test("SAV-33 expired rows fill no faults, and stay known until they are read again")
    func expiring() {
        let clock = Mutex(100.0)
        let cache = RowCache(now: { clock.withLock { $0 } })
        insert([row(1), row(2)], into: cache)
        cache.expire()
        let key = row(1).key
        #expect(cache.row(for: key, maximumAge: -1) == nil)
        #expect(cache.row(for: key, maximumAge: 1_000) == nil)
        #expect(cache.row(for: key)?.version == 1)
        clock.withLock { $0 = 101 }
        insert([row(1)], into: cache)
        #expect(cache.row(for: key, maximumAge: -1) != nil)
        #expect(cache.row(for: row(2).key, maximumAge: -1) == nil)
    }

    @Test("SAV-33 a read in which rows expire is done again, once")
    func readingTwice() {
        let cache = Self.tickingCache()
        var reads = 0
        let found = cache.reading(
            {
                reads += 1
                if reads == 1 { cache.expire() }
                return [row(1, version: Int64(reads))]
            }, rows: { $0 })
        #expect(reads == 2)
        #expect(found[0].version == 2)
        #expect(cache.row(for: row(1).key, maximumAge: -1)?.version == 2)
        let last = cache.reading(
            {
                reads += 1
                cache.expire()
                return [row(1, version: Int64(reads))]
            }, rows: { $0 })
        #expect(reads == 4)
        #expect(last[0].version == 4)
        #expect(cache.row(for: row(1).key)?.version == 4)
        #expect(cache.row(for: row(1).key, maximumAge: -1) == nil)
        insert([row(1, version: 5)], into: cache)
        #expect(cache.row(for: row(1).key, maximumAge: -1)?.version == 5)
    }

    @Test("SAV-33 what a save wrote before rows expired has expired too")
    func lateSave() {
        let cache = Self.tickingCache()
        let start = cache.expirations
        cache.expire()
        cache.commit(CommittedRows(written: [row(1, version: 2)]), since: start)
        #expect(cache.row(for: row(1).key, maximumAge: -1) == nil)
        #expect(cache.row(for: row(1).key)?.version == 2)
        cache.commit(CommittedRows(written: [row(1, version: 3)]), since: cache.expirations)
        #expect(cache.row(for: row(1).key, maximumAge: -1)?.version == 3)
    }

    @Test("rows that nobody uses are dropped beyond the capacity, used ones stay")
    func capacity() {
        let cache = RowCache(capacity: 200)
        let kept = (1...50).map { row(Int64($0)) }
        insert(kept, into: cache)
        for number in 51...260 { insert([row(Int64(number))], into: cache) }
        #expect(cache.count <= 200)
        #expect(kept.allSatisfy { cache.row(for: $0.key) === $0 })
    }

    @Test("a read of more rows than the capacity keeps all of them until the next one")
    func largeRead() {
        let time = Mutex(1.0)
        let cache = RowCache(capacity: 200, now: { time.withLock { $0 } })
        #expect(cache.readingKeys { (1...1000).map { row(Int64($0)) } }.count == 1000)
        #expect(cache.count == 1000)
        time.withLock { $0 = 2 }
        insert([row(2000)], into: cache)
        #expect(cache.count <= 200)
        #expect(cache.row(for: row(2000).key) != nil)
    }

    @Test("FET-38 reads that belong together keep each other's rows, and those at which they begin")
    func heldReads() {
        let time = Mutex(1.0)
        let cache = RowCache(capacity: 200, now: { time.withLock { $0 } })
        insert([row(5000)], into: cache)
        time.withLock { $0 = 2 }
        insert((1...150).map { row(Int64($0)) }, into: cache)
        cache.holding([row(1).key]) {
            for step in 1...3 {
                time.withLock { $0 += 1 }
                insert((1...150).map { row(Int64(step * 1000 + $0)) }, into: cache)
            }
        }
        #expect(
            cache.count == 600 && cache.row(for: row(1).key) != nil && cache.row(for: row(1001).key) != nil)
        #expect(cache.row(for: row(5000).key) == nil)
        time.withLock { $0 += 1 }
        insert((1...150).map { row(Int64(9000 + $0)) }, into: cache)
        #expect(cache.count <= 200 && cache.row(for: row(9001).key) != nil)
    }

    @Test("removing all leaves nothing")
    func removal() {
        let cache = RowCache()
        insert((1...300).map { row(Int64($0)) }, into: cache)
        cache.remove(row(5).key)
        #expect(cache.count == 299)
        cache.removeAll()
        #expect(cache.count == 0)
        #expect(cache.row(for: row(6).key) == nil)
    }
}
