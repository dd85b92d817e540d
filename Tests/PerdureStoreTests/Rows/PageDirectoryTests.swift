// SPDX-License-Identifier: Apache-2.0
// Pages are found by their index, whether it is a place in an array or hashed.

import PerdureTestSupport
import Testing

@testable import PerdureStore

@Suite("Row cache: the directory of pages") struct PageDirectoryTests {
    private final class Page {}

    /// Indexes of each kind: dense ones, scattered ones, negative ones, and those at the ends of the numbers.
    private static let indexes: [Int64] =
        Array(-3..<40) + [1_023, 1_024, 1_025, 4_095, 1 << 40, -(1 << 40), .max, .min]

    private func page(_ directory: PageDirectory<Page>, _ index: Int64) -> Page? {
        directory.page(index)?.takeUnretainedValue()
    }

    @Test("puts, finds and removes pages as a dictionary does", arguments: 0..<40)
    func likeDictionary(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let directory = PageDirectory<Page>()
        var expected: [Int64: Page] = [:]
        for _ in 0..<300 {
            guard let index = Self.indexes.randomElement(using: &random) else { continue }
            if expected[index] == nil {
                let page = Page()
                directory.insert(page, index)
                expected[index] = page
            } else if Bool.random(using: &random) {
                directory.remove(index)
                expected[index] = nil
            }
            #expect(directory.count == expected.count)
            for index in Self.indexes { #expect(page(directory, index) === expected[index]) }
        }
        var found: [Int64: Page] = [:]
        directory.forEach { found[$0] = $1 }
        #expect(found.mapValues { ObjectIdentifier($0) } == expected.mapValues { ObjectIdentifier($0) })
    }

    @Test("a page stays in its place when the array grows beyond it")
    func growth() {
        let directory = PageDirectory<Page>()
        let far = Page()
        directory.insert(far, 3_000)
        for index in 0..<2_500 { directory.insert(Page(), Int64(index)) }
        #expect(page(directory, 3_000) === far)
        #expect(page(directory, 2_999) == nil)
        directory.remove(3_000)
        #expect(page(directory, 3_000) == nil)
        #expect(directory.count == 2_500)
    }
}
