// SPDX-License-Identifier: Apache-2.0
// A cache with a limit: what it makes, keeps and drops.

import PerdureBase
import Testing

@Suite("A bounded cache") struct BoundedCacheTests {
    @Test("makes a value once, as long as there is room")
    func makesOnce() {
        var cache = BoundedCache<String, Int>(capacity: 4)
        var made = 0
        for key in ["a", "b", "a", "b", "a"] {
            let value = cache.value(for: key) { _ in
                made += 1
                return made
            }
            #expect(value == (key == "a" ? 1 : 2))
        }
        #expect(made == 2 && cache.count == 2)
        #expect(cache.value(for: "c") == nil)
    }

    @Test("drops what was used longest ago when it is full")
    func dropsOld() {
        var cache = BoundedCache<Int, Int>(capacity: 10)
        for key in 0..<10 { cache.insert(key, for: key) }
        _ = cache.value(for: 0)
        cache.insert(10, for: 10)
        #expect(cache.count <= 10)
        #expect(cache.value(for: 0) == 0 && cache.value(for: 10) == 10 && cache.value(for: 1) == nil)
    }

    @Test("keeps nothing of a value that could not be made")
    func failure() {
        struct Failure: Error {}
        var cache = BoundedCache<Int, Int>(capacity: 4)
        #expect(throws: Failure.self) { try cache.value(for: 1) { _ in throw Failure() } }
        #expect(cache.count == 0)
    }
}
