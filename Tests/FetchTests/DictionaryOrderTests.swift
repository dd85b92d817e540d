// SPDX-License-Identifier: Apache-2.0
// Dictionary results that are ordered by something else than their columns, and groups with nil, on all stores alike.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Dictionary results: order") struct DictionaryOrderTests {
    @Test(
        "FET-37, PG-108 distinct dictionaries have the place of the first of them, by keys and computed columns",
        arguments: Stack.Kind.allCases)
    func distinctOrder(_ kind: Stack.Kind) throws {
        let shop = try DictionaryFetchTests.Shop(kind)
        let capital = DictionaryFetchTests.column("capital", "uppercase:(title)", .stringAttributeType)
        func titles(_ properties: [Any], _ keys: [(String, Bool)]) throws -> [String?] {
            try shop.fetch(properties) {
                $0.returnsDistinctResults = true
                $0.sortDescriptors = keys.map { NSSortDescriptor(key: $0.0, ascending: $0.1) }
            }.map { ($0["title"] ?? $0["capital"]) as? String }
        }
        // nil comes first, 4 before 2 before 1 when the greatest is first.
        #expect(try titles(["title"], [("points", true)]) == ["c", "a", "b"])
        #expect(try titles(["title"], [("points", false)]) == ["b", "a", "c"])
        // The row of b with the list x has 2 points, that with y has 4: the first of both decides, not the best of each key.
        #expect(try titles(["title"], [("list.name", false), ("points", false)]) == ["b", "a", "c"])
        #expect(try titles([capital], [("capital", false)]) == ["C", "B", "A"])
        #expect(try titles([capital], [("points", true), ("capital", true)]) == ["C", "A", "B"])
        let page = try shop.fetch(["title"]) {
            $0.returnsDistinctResults = true
            $0.sortDescriptors = [NSSortDescriptor(key: "points", ascending: false)]
            $0.fetchOffset = 1
            $0.fetchLimit = 1
        }
        #expect(page as NSArray == [["title": "a"]] as NSArray, "\(page)")
    }

    @Test(
        "PRE-96, FET-63 a nil aggregate is not unequal to a value: the group is left out",
        arguments: Stack.Kind.allCases)
    func havingNil(_ kind: Stack.Kind) throws {
        let shop = try DictionaryFetchTests.Shop(kind)
        func titles(_ having: String) throws -> [String?] {
            try shop.fetch(["title"], sortedBy: ["title"]) {
                $0.propertiesToGroupBy = ["title"]
                $0.havingPredicate = NSPredicate(format: having)
            }.map { $0["title"] as? String }
        }
        // The points of c are nil.
        #expect(try titles("max:(points) != 1") == ["b"])
        #expect(try titles("NOT (max:(points) == 1)") == ["b"])
        #expect(try titles("max:(points) == nil") == ["c"])
        #expect(try titles("max:(points) != nil") == ["a", "b"])
    }

    @Test(
        "FET-65 a group has the place of its least value of another key, in descending order of its greatest",
        arguments: Stack.Kind.allCases)
    func groupsByOtherKeys(_ kind: Stack.Kind) throws {
        let shop = try DictionaryFetchTests.Shop(kind)
        for (isAscending, wanted) in [(true, ["c", "b", "a"]), (false, ["a", "b", "c"])] {
            let found = try shop.fetch(["title"]) {
                $0.propertiesToGroupBy = ["title"]
                $0.sortDescriptors = [NSSortDescriptor(key: "price", ascending: isAscending)]
                $0.predicate = NSPredicate(format: "price < 2 OR price == nil")
            }
            #expect(found.map { $0["title"] as? String } == wanted)
        }
        let least = try shop.fetch(["title"]) {
            $0.propertiesToGroupBy = ["title"]
            $0.sortDescriptors = [NSSortDescriptor(key: "price", ascending: true)]
        }
        #expect(least.map { $0["title"] as? String } == ["c", "b", "a"])
        let greatest = try shop.fetch(["title"]) {
            $0.propertiesToGroupBy = ["title"]
            $0.sortDescriptors = [NSSortDescriptor(key: "price", ascending: false)]
        }
        #expect(greatest.map { $0["title"] as? String } == ["b", "a", "c"])
    }

    @Test(
        "FET-65 a computed column comes before the attribute whose name it has",
        arguments: Stack.Kind.allCases)
    func columnsNamedAsAttributes(_ kind: Stack.Kind) throws {
        let shop = try DictionaryFetchTests.Shop(kind)
        try shop.context.performAndWait {
            for _ in 0..<2 { shop.context.insert("Item", ["title": "a", "points": 3]) }
            try shop.context.save()
        }
        // The sum of a is 7 and its greatest value 3; b has 6 and 4.
        let sum = DictionaryFetchTests.column("points", "sum:(points)")
        let groups = try shop.fetch(["title", sum]) {
            $0.propertiesToGroupBy = ["title"]
            $0.sortDescriptors = [NSSortDescriptor(key: "points", ascending: false)]
            $0.fetchLimit = 1
        }
        #expect(groups as NSArray == [["title": "a", "points": 7]] as NSArray, "\(groups)")
        let negative = DictionaryFetchTests.column("price", "0 - points")
        let rows = try shop.fetch([negative], sortedBy: ["price"]) {
            $0.predicate = NSPredicate(format: "price != nil")
        }
        #expect(rows as NSArray == [["price": -4], ["price": -2], ["price": -1]] as NSArray, "\(rows)")
    }
}
