// SPDX-License-Identifier: Apache-2.0
// Seeds of random tests: a given one runs alone, those that failed once always run, and a commit has its own.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Seeds of random tests")
struct SeedTests {
    @Test("a given seed runs alone")
    func given() {
        #expect(Seeds.of("mirror", count: 5, given: "17", base: "abc", kept: ["mirror": [3]]) == [17])
    }

    @Test("seeds that failed once run beside new ones, in the tests that they belong to")
    func kept() {
        let kept = Seeds.kept(in: "# comment 1\nmirror 3 lost a row\nmirror 9\nother 4 reason\nnothing\n")
        #expect(kept == ["mirror": [3, 9], "other": [4]])
        let seeds = Seeds.of("mirror", count: 2, given: nil, base: nil, kept: kept)
        #expect(seeds.count == 4 && Array(seeds.prefix(2)) == [3, 9] && seeds[3] == seeds[2] + 1)
    }

    @Test("a commit gives the same seeds to everybody, and others to another commit and to another test")
    func derived() {
        func seeds(_ test: String, _ base: String) -> [UInt64] {
            Seeds.of(test, count: 1, given: nil, base: base, kept: [:])
        }
        #expect(seeds("mirror", "aabc3ac") == seeds("mirror", "aabc3ac"))
        #expect(seeds("mirror", "aabc3ac") != seeds("mirror", "7a71ebd"))
        #expect(seeds("mirror", "aabc3ac") != seeds("derived", "aabc3ac"))
    }

    @Test("the list of kept seeds is there, and each of its lines is understood")
    func list() throws {
        let text = try String(contentsOf: Seeds.keptSeeds, encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        #expect(Seeds.kept(in: text).values.map(\.count).reduce(0, +) == lines.count)
    }
}
