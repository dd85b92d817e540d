// SPDX-License-Identifier: Apache-2.0
// Reads that come in parts: the row cache gets all of their rows when they have succeeded, and none before.

import PerdureStore
import Synchronization
import Testing

@Suite("Rows of a read in parts") struct StagedRowsTests {
    private struct Failure: Error {}

    private static func row(_ number: Int64, version: Int64 = 1) -> Row {
        Row(
            key: ObjectKey(entity: 1, root: 1, number: number), version: version, values: [.integer(number)])
    }

    /// Gives rows in parts; returns what the cache says, and the keys.
    private static func read(
        _ parts: [[Row]], into cache: RowCache, _ between: (Int) throws -> Void = { _ in }
    )
        throws -> (isCurrent: Bool, numbers: [Int64])
    {
        var numbers: [Int64] = []
        let isCurrent = try cache.readingParts { keep in
            for (index, part) in parts.enumerated() {
                var part = part
                numbers += keep(&part).map(\.number)
                #expect(part.isEmpty)
                try between(index)
            }
        }
        return (isCurrent, numbers)
    }

    private static func parts(_ numbers: [ClosedRange<Int64>]) -> [[Row]] {
        numbers.map { $0.map { row($0) } }
    }

    @Test("the keys come in their order, and each row is in the cache afterwards", arguments: [1, 2, 5])
    func order(_ count: Int) throws {
        let cache = RowCache()
        let ranges = (0..<Int64(count)).map { $0 * 100 + 1...$0 * 100 + 100 }
        let read = try Self.read(Self.parts(ranges), into: cache) { _ in #expect(cache.count == 0) }
        #expect(read.isCurrent && read.numbers == Array(1...Int64(count) * 100))
        #expect(cache.count == count * 100 && cache.checkInvariants().isEmpty)
        #expect((1...Int64(count) * 100).allSatisfy { cache.row(for: Self.row($0).key) != nil })
    }

    @Test("a read that fails leaves no row", arguments: [0, 1])
    func failure(_ last: Int) {
        let cache = RowCache()
        #expect(throws: Failure.self) {
            try Self.read(Self.parts([1...100, 101...200]), into: cache) { if $0 == last { throw Failure() } }
        }
        #expect(cache.count == 0)
    }

    @Test("rows that expired meanwhile are not kept, and the reader hears of it")
    func expiry() throws {
        let cache = RowCache()
        let read = try Self.read(Self.parts([1...100, 101...200]), into: cache) {
            if $0 == 0 { cache.expire() }
        }
        #expect(!read.isCurrent && cache.count == 0)
    }

    @Test("a row that was saved or removed meanwhile stays as the save left it")
    func saves() throws {
        let cache = RowCache()
        let read = try Self.read(Self.parts([1...100, 101...200]), into: cache) { index in
            guard index == 0 else { return }
            cache.commit(CommittedRows(written: [Self.row(7, version: 2)], removed: [Self.row(150).key]))
        }
        #expect(read.isCurrent && cache.count == 199 && cache.checkInvariants().isEmpty)
        #expect(cache.row(for: Self.row(7).key)?.version == 2)
        #expect(cache.row(for: Self.row(150).key) == nil)
    }

    @Test("a read of more rows than the capacity keeps all of them until the next one")
    func capacity() throws {
        let time = Mutex(1.0)
        let cache = RowCache(capacity: 200, now: { time.withLock { $0 } })
        _ = try Self.read(Self.parts([5000...5100]), into: cache)
        time.withLock { $0 = 2 }
        _ = try Self.read(Self.parts([1...400, 401...800, 801...1000]), into: cache)
        #expect((1...1000).allSatisfy { cache.row(for: Self.row($0).key) != nil })
        time.withLock { $0 = 3 }
        _ = try Self.read(Self.parts([2000...2000]), into: cache)
        #expect(cache.count <= 200 && cache.row(for: Self.row(2000).key) != nil)
    }
}
