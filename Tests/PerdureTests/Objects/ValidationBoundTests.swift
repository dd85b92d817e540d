// SPDX-License-Identifier: Apache-2.0
// Validation at its bounds: the last value that fits and the first that does not, members, numbers that are none.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Validation at its bounds") struct ValidationBoundTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        let model = NSManagedObjectModel(
            EntitySketch(
                "List", .attribute("small", .integer16AttributeType),
                .attribute("middle", .integer32AttributeType), .attribute("ruled", .integer16AttributeType),
                .attribute("ratio", .doubleAttributeType),
                .toMany("items", "Item", inverse: "list")),
            EntitySketch("Item", .toOne("list", "List", inverse: "items")))
        let list = model.entitiesByName["List"]
        list?.relationshipsByName["items"]?.maxCount = 2
        list?.attributesByName["ratio"]?.isOptional = false
        // With a rule of the model, the type's own range is checked step by step.
        list?.attributesByName["ruled"]?.setValidationPredicates(
            [NSPredicate(format: "SELF != 7")], withValidationWarnings: ["no seven"])
        stack = try Stack(.inMemory, model)
        context = stack.context()
    }

    /// The code of the error of a save; 0 for none.
    private func code(_ values: [String: Any]) -> Int {
        defer { context.rollback() }
        context.insert("List", ["ratio": 1.0].merging(values) { $1 })
        do { try context.save() } catch { return (error as NSError).code }
        return 0
    }

    @Test("OBJ-128 the ends of integers are in their range")
    func integers() {
        for (key, least, most) in [
            ("small", Int(Int16.min), Int(Int16.max)), ("middle", Int(Int32.min), Int(Int32.max)),
            ("ruled", Int(Int16.min), Int(Int16.max)),
        ] {
            #expect(code([key: least]) == 0 && code([key: most]) == 0)
            #expect(code([key: most + 1]) == 1610 && code([key: least - 1]) == 1620)
        }
    }

    @Test("OBJ-128 a number that is none is no value") func notANumber() {
        #expect(code(["ratio": Double.nan]) == 1570)
    }

    @Test("OBJ-128 as many members as allowed, and one more", arguments: [2, 3])
    func members(_ count: Int) {
        let items = NSSet(array: (0..<count).map { _ in context.insert("Item") })
        #expect(code(["items": items]) == (count > 2 ? 1590 : 0))
    }
}
