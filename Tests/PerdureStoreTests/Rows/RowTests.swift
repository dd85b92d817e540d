// SPDX-License-Identifier: Apache-2.0
// A row is one block of memory: what is in it, where it lies, and when its values go.

import Foundation
import PerdureStore
import Testing

@Suite struct RowTests {
    private static let key = ObjectKey(entity: 2, root: 1, number: 7)

    @Test("a row has the values it was made of, in a copy of its own")
    func values() {
        var values: ContiguousArray<StoredValue> = [
            .null, .integer(3), .string("a text on the heap, longer than 15"),
        ]
        let row = Row(key: Self.key, version: 4, values: values)
        values[1] = .null
        #expect(row.key == Self.key)
        #expect(row.key.entity == 2)
        #expect(row.version == 4)
        #expect(row.count == 3)
        #expect(row[1] == .integer(3))
        #expect(row.values == [.null, .integer(3), .string("a text on the heap, longer than 15")])
        #expect(Row(key: Self.key, version: 1, values: []).count == 0)
    }

    @Test("the values begin where objects look for them")
    func place() {
        let block = Row(key: Self.key, version: 1, values: [.integer(1)]).block
        #expect(UnsafeMutableRawPointer(block.slots) == block.address + RowBlock.slotOffset)
    }

    @Test("PRG-63 a computed place that is not the true one is noticed, in optimised builds too")
    func layout() {
        #expect(RowBlock.layoutProblem == nil)
        #expect(RowBlock.layoutProblem(slotsAt: 48, computed: 48) == nil)
        let problem = RowBlock.layoutProblem(slotsAt: 56, computed: 48)
        #expect(problem?.contains("56") == true && problem?.contains("48") == true)
    }

    @Test("a value equals itself alone, whichever of two stands first")
    func equality() {
        let key = { (number: Int64) in ObjectKey(entity: 1, root: 1, number: number) }
        let values: [StoredValue] = [
            .null, .integer(1), .integer(2), .double(1), .double(2), .string("a"), .string("b"),
            .string("\u{E9}"), .string("e\u{301}"),
            .string("a\u{301}\u{323}"), .string("a\u{323}\u{301}"), .date(1),
            .date(2), .data(Data([1])), .data(Data([2])), .uuid(UUID()), .uuid(UUID()),
            .decimal(DecimalBox(1)), .decimal(DecimalBox(2)), .reference(key(1)), .reference(key(2)),
            .composite([.null]), .composite([.integer(1)]),
        ]
        for (index, left) in values.enumerated() {
            for (other, right) in values.enumerated() {
                #expect((left == right) == (index == other), "\(left) and \(right)")
            }
        }
    }

    @Test("equal rows are not the same row")
    func identity() {
        let row = Row(key: Self.key, version: 1, values: [.null])
        let other = Row(key: Self.key, version: 1, values: [.null])
        let copy = row
        #expect(copy === row)
        #expect(row !== other)
    }

    @Test("a row that nobody holds lets go of what it refers to")
    func end() {
        weak var seen: DecimalBox?
        do {
            let witness = DecimalBox(1)
            seen = witness
            var row: Row? = Row(key: Self.key, version: 1, values: [.decimal(witness), .integer(1)])
            #expect(row?.count == 2)
            row = nil
        }
        #expect(seen == nil)
    }

    @Test("keys of rows come in their order; a reader who wants only keys leaves the rows in the cache")
    func keys() {
        let rows = [3, 1, 2].map { (number: Int64) in
            Row(
                key: ObjectKey(entity: 1, root: 1, number: number), version: 1, values: [.integer(number)])
        }
        let cache = RowCache()
        #expect(cache.readingKeys { rows }.map(\.number) == [3, 1, 2])
        #expect(cache.count == 3)
        #expect(cache.row(for: rows[2].key) === rows[2])
    }

    @Test("rows that expired during a read are read once more, also for a reader who wants only keys")
    func expiring() {
        let cache = RowCache()
        var reads = 0
        let keys = cache.readingKeys {
            reads += 1
            if reads == 1 { cache.expire() }
            return [Row(key: Self.key, version: Int64(reads), values: [])]
        }
        #expect(reads == 2)
        #expect(keys.count == 1)
        #expect(cache.row(for: Self.key)?.version == 2)
    }

    @Test("a cache whose store is gone takes nothing more, not even from a read that was under way")
    func closing() {
        let cache = RowCache()
        let row = Row(key: Self.key, version: 1, values: [])
        let keys = cache.readingKeys {
            cache.close()
            return [row]
        }
        #expect(keys == [Self.key])
        cache.commit(CommittedRows(written: [row]))
        #expect(cache.row(for: Self.key) == nil)
        #expect(cache.count == 0)
    }
}
