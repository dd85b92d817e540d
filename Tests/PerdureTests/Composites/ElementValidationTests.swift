// SPDX-License-Identifier: Apache-2.0
// Validation of a composite's elements: ranges, predicates, and numbers that are none, at any depth.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Validation of elements") struct ElementValidationTests {
    private func desk(_ kind: Stack.Kind) throws -> Desk {
        let inner = composite("inner", [ModelSamples.attribute("z", .integer32)])
        let pos = composite(
            "pos",
            [
                ModelSamples.attribute("x", .double) {
                    $0.isOptional = false
                    $0.setValidationPredicates(
                        [NSPredicate(format: "SELF <= 9")], withValidationWarnings: [1610])
                },
                ModelSamples.attribute("y", .integer16), ModelSamples.attribute("w", .integer64),
                ModelSamples.attribute("s") {
                    $0.setValidationPredicates(
                        [NSPredicate(format: "length <= 3")], withValidationWarnings: [1660])
                }, inner,
            ])
        // Without predicates and mandatory elements, ranges alone make a composite one that is validated.
        let free = composite("free", [ModelSamples.attribute("n", .integer16)])
        return try Desk(kind, ModelSamples.model(ModelSamples.entity("Spot", [pos, free])))
    }

    private func composite(_ name: String, _ elements: [NSAttributeDescription])
        -> NSCompositeAttributeDescription
    {
        let composite = NSCompositeAttributeDescription()
        composite.name = name
        composite.elements = elements
        return composite
    }

    @Test(
        "MOD-135 MOD-94 MOD-109 MOD-113 ranges and predicates of elements hold; the key is the path",
        arguments: Stack.Kind.allCases)
    func elements(_ kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let first: [String: Any] = ["x": 1.0, "y": 2, "s": "abc", "inner": ["z": 3]]
        let spot = desk.context.insert("Spot", ["pos": first])
        try desk.context.save()
        let cases: [([String: Any], Int, String)] = [
            (["x": 100.0], 1610, "pos.x"), (["x": 1.0, "y": 70000], 1610, "pos.y"),
            (["x": 1.0, "y": -70000], 1620, "pos.y"), (["x": 1.0, "w": 1e30], 1610, "pos.w"),
            (["x": 1.0, "s": "abcdef"], 1660, "pos.s"), (["x": Double.nan, "y": 1], 1570, "pos.x"),
            (["x": 1.0, "inner": ["z": Int.max]], 1610, "pos.inner.z"),
        ]
        for (value, code, key) in cases {
            spot.setValue(value, forKey: "pos")
            let error = desk.saveError()
            #expect(error?.code == code && error?.userInfo[NSValidationKeyErrorKey] as? String == key)
        }
        desk.context.rollback()
        spot.setValue(["n": 40000], forKey: "free")
        let error = desk.saveError()
        #expect(error?.code == 1610 && error?.userInfo[NSValidationValueErrorKey] as? Int == 40000)
        spot.setValue(["n": 4], forKey: "free")
        #expect(desk.saveError() == nil)
        let saved = try desk.saved("Spot")
        #expect(saved.value(forKeyPath: "pos.y") as? Int == 2)
        #expect(saved.value(forKeyPath: "free.n") as? Int == 4)
    }

    @Test("MOD-135 several elements that fail are each an error") func several() throws {
        let desk = try desk(.inMemory)
        desk.context.insert("Spot", ["pos": ["x": 10.0, "y": 70000, "s": "abcd"] as [String: Any]])
        let error = try #require(desk.saveError())
        let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
        #expect(error.code == 1560 && details.map(\.code) == [1610, 1610, 1660])
        let keys = details.map { $0.userInfo[NSValidationKeyErrorKey] as? String }
        #expect(keys == ["pos.x", "pos.y", "pos.s"])
    }
}
