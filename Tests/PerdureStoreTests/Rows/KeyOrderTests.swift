// SPDX-License-Identifier: Apache-2.0
// The order of many keys is the order of a plain sort.

import PerdureTestSupport
import Testing

@testable import PerdureStore

@Suite("Order of keys")
struct KeyOrderTests {
    private func expected(_ keys: [ObjectKey]) -> [Int] {
        keys.indices.sorted { (keys[$0].root, keys[$0].number, $0) < (keys[$1].root, keys[$1].number, $1) }
    }

    @Test("Keys are sorted by hierarchy and number, few and many", arguments: [0, 1, 2, 255, 256, 257, 5000])
    func counts(count: Int) {
        var random = SeededNumbers(seed: UInt64(count))
        let keys = (0..<count).map { _ in
            ObjectKey(
                entity: 1, root: .random(in: 1...3, using: &random),
                number: .random(in: 1...9000, using: &random))
        }
        #expect(KeyOrder.places(of: keys) == expected(keys))
        let distinct = KeyOrder.distinct(keys)
        #expect(distinct.count == Set(keys).count)
        #expect(KeyOrder.places(of: distinct) == Array(distinct.indices))
    }

    @Test("Numbers of all sizes and signs are sorted, and equal keys keep their order")
    func extremes() {
        let numbers: [Int64] = [.max, 0, -1, 255, 256, 65_536, .min, 1 << 40, -(1 << 40), 255, 0]
        let roots: [Int32] = [.max, 1, 70_000, 0, -3]
        let keys = (0..<1100).map { place in
            ObjectKey(entity: 0, root: roots[place % 5], number: numbers[place % 11])
        }
        #expect(KeyOrder.places(of: keys) == expected(keys))
    }

    @Test("Sorted keys stay where they are")
    func sorted() {
        let keys = (1...1000).map { ObjectKey(entity: 2, root: 2, number: $0) }
        #expect(KeyOrder.places(of: keys) == Array(0..<1000))
    }
}
