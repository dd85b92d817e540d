// SPDX-License-Identifier: Apache-2.0
// The rules of entities and of properties' names, on names alone.

import PerdurePredicates
import Testing

@Suite("Rules of entities") struct HierarchyRulesTests {
    @Test(
        "each broken rule is reported with its entity",
        arguments: [
            ("A;B:A(x);C:B(y)", []),
            ("A;A", ["A: two entities have the name 'A'; rename one of them"]),
            (
                "_Metadata;A;_PrimaryKey:A",
                [
                    "_Metadata: its table would be Z_METADATA, which is one of Core Data's own; rename the entity"
                ]
            ),
            ("A:B", ["A: its parent entity 'B' is not in the model; add it, or choose another one"]),
            ("A:A", ["A: the entity is its own parent; choose another one, or none"]),
        ])
    func entities(_ text: String, _ faults: [String]) {
        #expect(NamedModel(text).faults == faults)
    }

    @Test("every entity of a ring is reported, and none that hangs below it", arguments: [false, true])
    func rings(isReversed: Bool) {
        var model = NamedModel("D:C;C:A;A:B;B:A;E:D;F")
        if isReversed { model.entities.reverse() }
        let ofA = "A: the entity is its own ancestor (A, B, A); change the parent of one of them"
        let ofB = "B: the entity is its own ancestor (B, A, B); change the parent of one of them"
        #expect(model.faults == (isReversed ? [ofB, ofA] : [ofA, ofB]))
    }

    @Test("an entity without a name is reported without a place")
    func nameless() {
        var model = NamedModel("A")
        model.entities[0].name = nil
        #expect(model.faults == [": an entity of the model has no name; give every entity a name"])
        model.entities[0].name = ""
        #expect(model.faults == [": an entity of the model has no name; give every entity a name"])
    }

    @Test("200 entities may stand above each other, and the first beyond is named", arguments: [200, 201])
    func depth(count: Int) {
        let text = (0..<count).map { $0 == 0 ? "E0" : "E\($0):E\($0 - 1)" }.joined(separator: ";")
        let fault = "E200: the entity has more than 200 ancestors; remove some of them"
        #expect(NamedModel(text).faults == (count > 200 ? [fault] : []))
    }

    @Test("a million properties are allowed, those that are inherited counted again")
    func properties() {
        var model = NamedModel("A;B:A;C:B")
        model.entities[0].properties = (0..<300_000).map { "a\($0)" }
        var rules = HierarchyRules(model)
        #expect([ModelFault].all { rules.checkDepth($0) } == [])
        model.entities[1].properties = (0..<50_001).map { "b\($0)" }
        rules = HierarchyRules(model)
        #expect([ModelFault].all { rules.checkDepth($0) }.map(\.entity) == ["C"])
    }

    @Test(
        "properties differ from each other and from inherited ones",
        arguments: [
            ("A(x y);B:A(z)", []),
            ("A(x x)", ["A.x: two properties have this name; rename one of them"]),
            (
                "A(x);B:A;C:B(x)",
                ["C.x: the parent entity 'A' has a property of this name already; rename one of them"]
            ),
            (
                "A:B(x);B:A(x)",
                [
                    "A: the entity is its own ancestor (A, B, A); change the parent of one of them",
                    "B: the entity is its own ancestor (B, A, B); change the parent of one of them",
                ]
            ),
        ])
    func names(_ text: String, _ faults: [String]) {
        #expect(NamedModel(text).faults == faults)
    }

    @Test(
        "a property has a name of its own",
        arguments: [
            ("x", nil), ("", "E.: a property"),
            ("hash", "E.hash: NSManagedObject uses this name itself; choose another one"),
        ])
    func name(_ name: String, _ fault: String?) {
        let found = NamedModel.texts(.all { PropertyNameRules<NamedModel>.check(name, of: "E", $0) })
        let nameless = "E: a property of the entity has no name; give every property a name"
        #expect(found == (name.isEmpty ? [nameless] : [fault].compactMap(\.self)))
    }
}
