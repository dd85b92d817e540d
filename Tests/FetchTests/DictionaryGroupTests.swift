// SPDX-License-Identifier: Apache-2.0
// Dictionary results: what is computed for each group, on all stores alike.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Dictionary results: groups") struct DictionaryGroupTests {
    private typealias Shop = DictionaryFetchTests.Shop

    private static func column(
        _ name: String, _ format: String, _ type: NSAttributeType = .doubleAttributeType
    )
        -> NSExpressionDescription
    {
        DictionaryFetchTests.column(name, format, type)
    }

    @Test(
        "PRE-102, FET-60, FET-64 the sum of whole decimals is divided as a decimal",
        arguments: Stack.Kind.allCases)
    func sumsOfDecimals(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        try shop.context.performAndWait {
            for price in [1, 2] {
                shop.context.insert("Item", ["title": "w", "price": NSDecimalNumber(value: price)])
            }
            try shop.context.save()
        }
        let columns = [
            Self.column("mean", "sum:(price) / count:(price)"), Self.column("half", "sum:(price) / 2"),
            Self.column("own", "@sum.price / 2"),
        ]
        let found = try shop.fetch(["title"] + columns) {
            $0.predicate = NSPredicate(format: "title == 'w'")
            $0.propertiesToGroupBy = ["title"]
            $0.havingPredicate = NSPredicate(format: "sum:(price) / 2 > 1.2")
        }
        let wanted: [[String: Any]] = [["title": "w", "mean": 1.5, "half": 1.5, "own": 1.5]]
        #expect(found as NSArray == wanted as NSArray, "\(found)")
    }

    @Test(
        "FET-60, FET-62 functions of members run over the members of all rows of a group",
        arguments: Stack.Kind.allCases)
    func members(_ kind: Stack.Kind) throws {
        let shop = try lists(kind)
        let integer = NSAttributeType.integer64AttributeType
        let columns = [
            Self.column("n", "count:(items)", integer), Self.column("sum", "sum:(items.points)", integer),
            Self.column("least", "min:(items.points)", integer),
            Self.column("most", "max:(items.points)", integer),
            Self.column("many", "count:(SUBQUERY(items, $i, $i.points > 1))", integer),
        ]
        func found(_ having: String?) throws -> [[String: Any]] {
            try shop.fetch(["name"] + columns, sortedBy: ["name"], entity: "List") {
                $0.propertiesToGroupBy = ["name"]
                $0.havingPredicate = having.map { NSPredicate(format: $0) }
            }
        }
        let x: [String: Any] = ["name": "x", "n": 3, "sum": 10, "least": 1, "most": 7, "many": 2]
        let y: [String: Any] = ["name": "y", "n": 1, "sum": 4, "least": 4, "most": 4, "many": 1]
        #expect(try found(nil) as NSArray == [x, y] as NSArray)
        #expect(try found("count:(items) > 1") as NSArray == [x] as NSArray)
    }

    /// The lists x and y of the shop, and another x with an item of 7 points.
    private func lists(_ kind: Stack.Kind) throws -> Shop {
        let shop = try Shop(kind)
        try shop.context.performAndWait {
            let list = shop.context.insert("List", ["name": "x"])
            shop.context.insert("Item", ["title": "d", "points": 7, "list": list])
            try shop.context.save()
        }
        return shop
    }

    @Test(
        "FET-62, FET-63 what has a value for each row of a group is refused", arguments: Stack.Kind.allCases,
        [
            ("average:(items.points)", nil), ("SUBQUERY(items, $i, $i.points > 1).@count", nil),
            ("items.@count", nil), ("max:({items.@count, 1})", nil), ("count:(items)", "items.@count > 1"),
            ("count:(items)", "ANY items.points > 1"),
        ] as [(String, String?)])
    func rows(_ kind: Stack.Kind, _ texts: (column: String, having: String?)) throws {
        let shop = try lists(kind)
        #expect(throws: CoreDataException.self) {
            try shop.fetch(["name", Self.column("value", texts.column)], entity: "List") {
                $0.propertiesToGroupBy = ["name"]
                $0.havingPredicate = texts.having.map { NSPredicate(format: $0) }
            }
        }
    }

    @Test(
        "FET-62 a function of members that is grouped by has one value for each group",
        arguments: Stack.Kind.allCases)
    func groupedMembers(_ kind: Stack.Kind) throws {
        let shop = try lists(kind)
        let count = Self.column("n", "count:(items)", .integer64AttributeType)
        let lists = Self.column("lists", "count:(name)", .integer64AttributeType)
        let found = try shop.fetch([count, lists], sortedBy: ["n"], entity: "List") {
            $0.propertiesToGroupBy = [count]
        }
        let wanted: [[String: Any]] = [["n": 1, "lists": 2], ["n": 2, "lists": 1]]
        #expect(found as NSArray == wanted as NSArray, "\(found)")
    }
}
