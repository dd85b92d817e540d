// SPDX-License-Identifier: Apache-2.0
// NSSortDescriptor with keys in words (FET-21 to FET-25).

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Sort descriptors")
struct SortDescriptorTests {
    private func sorted(_ values: [Any], _ descriptor: NSSortDescriptor) -> [ConstantValue] {
        let objects = values.map { NSDictionary(dictionary: ["k": $0]) }
        return NSArray(array: objects).sortedArray(using: [descriptor]).map {
            ConstantValue(($0 as? NSDictionary)?.object(forKey: "k"))
        }
    }

    @Test("FET-21 nil comes first when ascending")
    func nilFirst() {
        let values: [Any] = [2, NSNull(), 1.5]
        #expect(
            sorted(values, NSSortDescriptor(key: "k", ascending: true)) == [.null, .double(1.5), .integer(2)])
        #expect(
            sorted(values, NSSortDescriptor(key: "k", ascending: false)) == [
                .integer(2), .double(1.5), .null,
            ])
    }

    @Test("FET-24 selectors choose the order of strings")
    func selectors() throws {
        let values = ["b", "A", "a", "B"]
        #expect(
            sorted(values, NSSortDescriptor(key: "k", ascending: true))
                == ["A", "B", "a", "b"].map { .string($0) })
        let descriptor = NSSortDescriptor(key: "k", ascending: true, selector: "caseInsensitiveCompare:")
        #expect(descriptor.selector == "caseInsensitiveCompare:")
        #expect(sorted(["b", "A", "C"], descriptor) == ["A", "b", "C"].map { .string($0) })
        #expect(try descriptor.sortRule == SortRule(["k"], order: .caseInsensitive))
        let standard = NSSortDescriptor(key: "k", ascending: true, selector: "localizedStandardCompare:")
        #expect(sorted(["x10", "x9"], standard) == ["x9", "x10"].map { .string($0) })
    }

    @Test("FET-24, FET-25 what no store can sort by")
    func unsupported() {
        #expect(
            reason { _ = try NSSortDescriptor(key: "k", ascending: true, selector: "nonsense:").sortRule }
                == "unsupported NSSortDescriptor selector: nonsense:")
        let comparator = NSSortDescriptor(key: "k", ascending: true) { _, _ in .orderedSame }
        #expect(
            reason { _ = try comparator.sortRule }
                == "unsupported NSSortDescriptor (comparator blocks are not supported)")
    }

    @Test("Comparators sort in memory")
    func comparator() {
        let descriptor = NSSortDescriptor(key: "k", ascending: false) { left, right in
            ConstantValue(left) == ConstantValue(right)
                ? .orderedSame
                : (left as? Int ?? 0) < (right as? Int ?? 0) ? .orderedAscending : .orderedDescending
        }
        #expect(sorted([1, 3, 2], descriptor) == [.integer(3), .integer(2), .integer(1)])
    }

    @Test("Equality, key and reversal go by value")
    func values() {
        let descriptor = NSSortDescriptor(key: "a.b", ascending: true)
        #expect(descriptor == NSSortDescriptor(key: "a.b", ascending: true))
        #expect(descriptor != NSSortDescriptor(key: "a.b", ascending: false))
        #expect(descriptor.key == "a.b")
        #expect(
            descriptor.reversedSortDescriptor as? NSSortDescriptor
                == NSSortDescriptor(key: "a.b", ascending: false))
        #expect(descriptor.compare(["a": ["b": 1]], to: ["a": ["b": 2]]) == .orderedAscending)
    }
}
