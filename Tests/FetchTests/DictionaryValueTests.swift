// SPDX-License-Identifier: Apache-2.0
// Dictionary results of attributes whose values the type alone does not describe: composites and transformables.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Keeps texts backwards.
private final class BackwardsTransformer: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        (value as? String).map { Data(String($0.reversed()).utf8) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
    }
}

@Suite("Dictionary results of composites and transformables") struct DictionaryValueTests {
    private static func model() -> NSManagedObjectModel {
        let name = "Backwards-\(UUID().uuidString)"
        ValueTransformer.setValueTransformer(BackwardsTransformer(), forName: NSValueTransformerName(name))
        let model = NSManagedObjectModel(
            EntitySketch(
                "Shop", .attribute("name"), .attribute("motto", .transformableAttributeType),
                .composite(
                    "place", ["city"], [("number", .integer32AttributeType)],
                    inner: [.composite("spot", ["street"])]),
                .toMany("items", "Item", inverse: "shop")),
            EntitySketch("Item", .attribute("title"), .toOne("shop", "Shop", inverse: "items")))
        model.entitiesByName["Shop"]?.attributesByName["motto"]?.valueTransformerName = name
        return model
    }

    private let place: [String: Any] = [
        "city": "Lisbon", "number": 3, "spot": ["street": "Rua"] as [String: Any],
    ]

    /// A shop with an item and values, and another one without values.
    private func filled(_ kind: Stack.Kind) throws -> Stack {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait {
            let shop = context.insert("Shop", ["name": "a", "place": place, "motto": "open"])
            context.insert("Item", ["title": "x", "shop": shop])
            context.insert("Shop", ["name": "b"])
            try context.save()
        }
        return stack
    }

    /// The results as texts, with keys in order.
    private func fetch(_ stack: Stack, _ entity: String, _ properties: [Any]?, by key: String) throws
        -> [String]
    {
        let request = NSFetchRequest<NSDictionary>(entityName: entity)
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = properties
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        let context = stack.context()
        return try context.performAndWait { try context.fetch(request).map { text($0) } }
    }

    private func text(_ value: Any) -> String {
        guard let values = value as? [String: Any] else { return "\(value)" }
        return "{\(values.keys.sorted().map { "\($0): \(text(values[$0] ?? "-"))" }.joined(separator: ", "))}"
    }

    private let shown = "{city: Lisbon, number: 3, spot: {street: Rua}}"

    @Test(
        "MOD-131, FET-52 a composite is a dictionary, a transformable its value; what is nil is left out",
        arguments: Stack.Kind.allCases, [["name", "place", "motto"], nil])
    func values(_ kind: Stack.Kind, _ properties: [String]?) throws {
        let stack = try filled(kind)
        let found = try fetch(stack, "Shop", properties, by: "name")
        #expect(found == ["{motto: open, name: a, place: \(shown)}", "{name: b}"])
    }

    @Test("MOD-131, FET-52 values are read along a to-one relationship", arguments: Stack.Kind.allCases)
    func destinations(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let keys = ["title", "shop.place", "shop.motto", "shop.place.city"]
        let found = try fetch(stack, "Item", keys, by: "title")
        #expect(
            found == ["{shop.motto: open, shop.place: \(shown), shop.place.city: Lisbon, title: x}"])
    }

    @Test(
        "MOD-131, FET-52 an expression for a composite gives its dictionary", arguments: Stack.Kind.allCases)
    func expressions(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let description = NSExpressionDescription()
        description.name = "where"
        description.expression = NSExpression(forKeyPath: "place")
        description.expressionResultType = .compositeAttributeType
        let found = try fetch(stack, "Shop", ["name", description], by: "name")
        #expect(found == ["{name: a, where: \(shown)}", "{name: b}"])
    }
}
