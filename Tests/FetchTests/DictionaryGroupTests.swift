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
}
