// SPDX-License-Identifier: Apache-2.0
// Decimals beside doubles of the same digits: asked of stores, of unsaved and changed objects, and of the objects themselves.

import Foundation
import Perdure
import PerdurePredicates
import PerdureTestSupport
import Testing

@Suite("Decimals beside doubles") struct DecimalComparisonTests {
    /// Amounts of which binary fractions are only near, and of which repeated division misses the nearest.
    private static let amounts = ["0.07", "1.1", "19.99", "29.95", "5"]

    private static let answers: [(format: String, amounts: [String])] = [
        ("price == 19.99", ["19.99"]), ("price == 0.07", ["0.07"]), ("19.99 == price", ["19.99"]),
        ("price != 19.99", ["0.07", "1.1", "29.95", "5"]), ("price < 19.99", ["0.07", "1.1", "5"]),
        ("price <= 19.99", ["0.07", "1.1", "19.99", "5"]), ("price > 19.99", ["29.95"]),
        ("price >= 29.95", ["29.95"]), ("price BETWEEN {0.07, 19.99}", ["0.07", "1.1", "19.99", "5"]),
        ("price IN {0.07, 19.99}", ["0.07", "19.99"]),
        ("price IN {0.07, 0.5, 1.1, 2.5, 3.5, 4.5, 19.99, 20.5, 29.95}", ["0.07", "1.1", "19.99", "29.95"]),
    ]

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Item", .attribute("price", .decimalAttributeType), .attribute("note")))
    }

    private func expectAnswers(_ context: NSManagedObjectContext, _ state: String) throws {
        let all = try context.all("Item")
        let evaluator = PredicateEvaluator(nullSemantics: .sql)
        for (format, amounts) in Self.answers {
            let predicate = NSPredicate(format: format)
            #expect(try prices(context.all("Item", format)) == amounts, "\(format), \(state)")
            let said = try all.filter { try evaluator.evaluate(predicate.node, with: $0) }
            #expect(prices(said) == amounts, "\(format), said by \(state) objects")
        }
    }

    private func prices(_ items: [NSManagedObject]) -> [String] {
        items.compactMap { ($0.value(forKey: "price") as? NSDecimalNumber)?.decimalValue.description }
            .sorted()
    }

    @Test(
        "PRE-102 PRE-98 FET-105 a decimal equals the double of its digits, in stores and in memory",
        arguments: Stack.Kind.allCases)
    func alike(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait {
            for amount in Self.amounts { context.insert("Item", ["price": NSDecimalNumber(string: amount)]) }
            try expectAnswers(context, "unsaved")
            try context.save()
            try expectAnswers(context, "saved")
            for item in try context.all("Item") { item.setValue("changed", forKey: "note") }
            try expectAnswers(context, "changed")
        }
    }

    @Test("PRE-102 a decimal that is no number is no double either")
    func noNumber() {
        #expect(Decimal.nan.nearestDouble.isNaN)
        #expect(Decimal(string: "-19.99")?.nearestDouble == -19.99)
    }
}
