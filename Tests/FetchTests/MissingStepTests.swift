// SPDX-License-Identifier: Apache-2.0
// Key paths through several to-many relationships with a to-one step between them that leads to no object.

import Foundation
import Perdure
import PerdurePredicates
import PerdureTestSupport
import Testing

@Suite("Missing steps between collections") struct MissingStepTests {
    /// Orders by number: 1 of a line without a product, 2 of a product with a tag, 3 of one without tags, 4 without lines, 5 of a
    /// line without a product and a product with a tag.
    private static func fill(_ context: NSManagedObjectContext) {
        let tagged = context.insert("Product", ["title": "a"])
        context.insert("Tag", ["label": "x", "products": Set([tagged])])
        let plain = context.insert("Product", ["title": "b"])
        let orders: [Int: [NSManagedObject?]] = [
            1: [nil], 2: [tagged], 3: [plain], 4: [], 5: [nil, tagged],
        ]
        for (number, products) in orders {
            let customer = context.insert("Customer", ["name": "\(number)"])
            let order = context.insert("Order", ["number": number, "customer": customer])
            for product in products { context.insert("Line", ["order": order, "product": product]) }
        }
    }

    private static let answers: [(format: String, numbers: [Int])] = [
        ("lines.product.tags.@count == 0", [1, 3, 4]), ("lines.product.tags.@count == 1", [2, 5]),
        ("ALL lines.product.tags.label == 'x'", [1, 2, 3, 4, 5]),
        ("ALL lines.product.tags.label == 'y'", [1, 3, 4]), ("ANY lines.product.tags.label == nil", []),
        ("SUBQUERY(lines.product.tags, $t, $t.label == nil).@count > 0", []),
        ("SUBQUERY(lines.product.tags, $t, TRUEPREDICATE).@count == 0", [1, 3, 4]),
        ("ANY lines.product.title == nil", [1, 5]), ("lines.product.@count == 1", [1, 2, 3]),
        ("ALL customer.orders.lines.product.tags.label == 'y'", [1, 3, 4]),
        ("customer.orders.lines.product.tags.@count == 0", [1, 3, 4]),
        ("ANY customer.orders.lines.product.title == nil", [1, 5]),
    ]

    private func expectAnswers(_ context: NSManagedObjectContext, _ state: String) throws {
        let all = try context.all("Order")
        let evaluator = PredicateEvaluator(nullSemantics: .sql)
        for (format, numbers) in Self.answers {
            let predicate = NSPredicate(format: format)
            #expect(try Self.numbers(context.all("Order", format)) == numbers, "\(format), \(state)")
            let said = try all.filter { try evaluator.evaluate(predicate.node, with: $0) }
            #expect(Self.numbers(said) == numbers, "\(format), said by \(state) objects")
        }
    }

    private static func numbers(_ orders: [NSManagedObject]) -> [Int] {
        orders.compactMap { $0.value(forKey: "number") as? Int }.sorted()
    }

    @Test(
        "PRE-44 PRE-72 PRE-98 a missing object between two to-many steps adds no member",
        arguments: Stack.Kind.allCases)
    func flattened(_ kind: Stack.Kind) throws {
        let shop = try Shop(kind)
        try shop.context.performAndWait {
            Self.fill(shop.context)
            try expectAnswers(shop.context, "unsaved")
            try shop.context.save()
            try expectAnswers(shop.context, "saved")
            for line in try shop.context.all("Line") { line.setValue("changed", forKey: "text") }
            for order in try shop.context.all("Order") {
                order.setValue(order.value(forKey: "number"), forKey: "number")
            }
            try expectAnswers(shop.context, "changed")
        }
    }
}
