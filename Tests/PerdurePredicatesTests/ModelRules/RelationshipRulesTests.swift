// SPDX-License-Identifier: Apache-2.0
// The rules of relationships, constraints, indexes and stored types, on names alone.

import PerdurePredicates
import Testing

@Suite("Rules of properties") struct RelationshipRulesTests {
    private typealias Relationship = NamedModel.Relationship

    @Test(
        "counts are not negative, and the minimum is not above a maximum",
        arguments: [
            (0, 0, nil), (3, 0, nil), (2, 2, nil),
            (-1, -1, "A.r: its minimum count -1 is negative; choose a number from 0 on"),
            (0, -7, "A.r: its maximum count -7 is negative; choose a number from 0 on"),
            (3, 2, "A.r: its minimum count 3 is greater than its maximum count 2; change one of them"),
        ] as [(Int, Int, String?)])
    func counts(minimum: Int, maximum: Int, fault: String?) {
        let relationship = Relationship(
            owner: "A", name: "r", destination: "A", minimum: minimum, maximum: maximum)
        #expect(NamedModel("A").faults(of: relationship) == [fault].compactMap(\.self))
    }

    @Test(
        "an inverse is there, names the relationship back, and leads from the destination to the entity",
        arguments: [
            (nil, nil, "A.r: the relationship has no destination entity; choose one"),
            (
                "X", nil,
                "A.r: its destination entity 'X' is not in the model; add it, or choose another one"
            ),
            ("B", nil, nil), ("B", "back", nil), ("C", "back", nil),
            (
                "B", "lost",
                "A.r: its inverse 'lost' is no relationship of the entity 'B'; add it there, or choose another inverse"
            ),
            (
                "B", "other",
                "A.r: its inverse 'B.other' names 'back' as its own inverse; make each the inverse of the other"
            ),
            (
                "B", "lone",
                "A.r: its inverse 'B.lone' names nothing as its own inverse; make each the inverse of the other"
            ),
            (
                "D", "back",
                "A.r: its inverse 'B.back' does not lead from the destination 'D'; choose one that does"
            ),
            (
                "B", "away",
                "A.r: its inverse 'B.away' leads to 'D', not back here; change its destination, or choose another inverse"
            ),
        ] as [(String?, String?, String?)])
    func ends(destination: String?, inverse: String?, fault: String?) {
        let relationship = Relationship(owner: "A", name: "r", destination: destination, inverse: inverse)
        let model = NamedModel(
            "A;B;C:B;D",
            [
                relationship, Relationship(owner: "B", name: "back", destination: "A", inverse: "r"),
                Relationship(owner: "B", name: "other", destination: "A", inverse: "back"),
                Relationship(owner: "B", name: "lone", destination: "A"),
                Relationship(owner: "B", name: "away", destination: "D", inverse: "r"),
            ])
        #expect(model.faults(of: relationship) == [fault].compactMap(\.self))
    }

    @Test("a constraint names attributes that programs store; the rest differs by rule")
    func constraints() {
        let cases: [(RuledMember?, ModelRule?)] = [
            (.attribute(isAssigned: true, isNumber: false), nil),
            (.attribute(isAssigned: false, isNumber: true), .assignedConstraint),
            (.relationship(isStored: true), .constrainedAttribute),
            (.relationship(isStored: false), .storedReference), (.other, .knownConstraint),
            (nil, .knownConstraint),
        ]
        for (member, rule) in cases {
            let found = [ModelFault].all { MemberRules(of: "E").checkConstraint("m", member, $0) }
            #expect(found.map(\.rule) == [rule].compactMap(\.self))
            #expect(found.allSatisfy { $0.entity == "E" && $0.property == "m" })
        }
    }

    @Test("an R-tree holds numbers and nothing beside them, and has no predicate")
    func ranges() {
        func rules(_ members: [(RuledMember?, Bool)], predicate: Bool = false) -> [ModelRule] {
            let elements = members.map { RuledIndex.Element(path: "m", member: $0.0, isRange: $0.1) }
            let index = RuledIndex("i", elements, hasPredicate: predicate)
            return [ModelFault].all { MemberRules(of: "E").checkRanges(of: index, $0) }.map(\.rule)
        }
        let number = RuledMember.attribute(isAssigned: true, isNumber: true)
        let text = RuledMember.attribute(isAssigned: true, isNumber: false)
        #expect(rules([(number, true), (number, true)]) == [])
        #expect(rules([(text, false)], predicate: true) == [])
        #expect(rules([(number, true), (number, false)]) == [.wholeRange])
        #expect(rules([(number, true)], predicate: true) == [.unconditionalRange])
        #expect(rules([(text, true)]) == [.rangeOfNumbers])
        #expect(rules([(.expression, true)]) == [.rangeOfNumbers])
        #expect(rules([(.relationship(isStored: true), true)]) == [.rangeOfAttributes])
    }

    @Test("indexes have different names and name what the entity has")
    func indexes() {
        let lost = RuledIndex(
            "i", [RuledIndex.Element(path: "x", member: nil, isRange: true)], hasPredicate: false)
        #expect(
            NamedModel.texts(.all { MemberRules(of: "E").checkNames(of: lost, $0) }) == [
                "E.x: the index 'i' names this, which is no property of the entity; correct the name, or remove the index"
            ])
        #expect(
            NamedModel.texts(.all { MemberRules(of: "E").checkIndexNames(["i", "j", "i"], $0) })
                == ["E: two indexes have the name 'i'; rename one of them"])
    }

    @Test("a stored attribute has a type that stores keep")
    func types() {
        func rules(_ type: RuledType) -> [ModelRule] {
            [ModelFault].all { AttributeRules.checkStored(type, "a.b", of: "E", $0) }.map(\.rule)
        }
        #expect(rules(.value) == [])
        #expect(rules(.none) == [.typedAttribute])
        #expect(rules(.objectID) == [.storableType])
    }
}
