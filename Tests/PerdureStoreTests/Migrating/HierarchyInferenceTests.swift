// SPDX-License-Identifier: Apache-2.0
// What becomes of entities that get other parents.

import PerdureTestSupport
import Testing

@testable import PerdureStore

@Suite("Inference for hierarchies") struct HierarchyInferenceTests {
    private static let joined = "had no common ancestor, and entity hierarchies cannot be joined"

    @Test(
        "MGI-5 an abstract entity may become concrete; a concrete one that becomes abstract must have no rows"
    )
    func changesAbstractness() throws {
        let concrete = try migration([entity("A", abstract: true)], [entity("A")])
        #expect(concrete.rowChecks.isEmpty)
        let abstract = try migration([entity("A")], [entity("A", abstract: true)])
        #expect(abstract.rowChecks == [.noRows(entity: 1)])
        #expect(try !abstract.step("A").isIdle)
    }

    @Test("MGI-5 a parent above roots of one hierarchy takes over their storage")
    func addsParents() throws {
        let inferred = try migration(
            [entity("A", attribute("x")), entity("B", below: "A")],
            [entity("Top"), entity("A", below: "Top", attribute("x")), entity("B", below: "A")])
        #expect(inferred.hierarchies == [HierarchyStep(root: 1, source: 1)])
        #expect(try inferred.step("A").rootLeft == nil)
        #expect(inferred.steps.map(\.isRenumbered) == [false, true, true])
        #expect(inferred.losses.isEmpty)
    }

    @Test("MGI-5 a level between two entities, and a move within the hierarchy, leave rows where they are")
    func movesWithinHierarchies() throws {
        let old = [entity("A"), entity("B", below: "A"), entity("C", below: "A")]
        let level = [entity("A"), entity("L", below: "A"), entity("B", below: "L"), entity("C", below: "A")]
        let moved = [entity("A"), entity("B", below: "C"), entity("C", below: "A")]
        for new in [level, moved] {
            let inferred = try migration(old, new)
            #expect(inferred.steps.allSatisfy { $0.rootLeft == nil })
            #expect(inferred.hierarchies == [HierarchyStep(root: 1, source: 1)])
        }
    }

    @Test("MGI-5 an entity that leaves its hierarchy takes its rows and those below it along")
    func leavesHierarchies() throws {
        let inferred = try migration(
            [entity("A"), entity("B", below: "A"), entity("C", below: "B")],
            [entity("A"), entity("B"), entity("C", below: "B")])
        #expect(try inferred.step("B").rootLeft == 1)
        #expect(try inferred.step("C").rootLeft == 1)
        #expect(inferred.hierarchies.map(\.source) == [1, nil])
        let under = try migration(
            [entity("A"), entity("B", below: "A")], [entity("A"), entity("Top"), entity("B", below: "Top")])
        #expect(try under.step("B").rootLeft == 1)
    }

    @Test("MGI-5 roots without a common ancestor get none, be it a new one or one of them")
    func refusesJoinedHierarchies() throws {
        let old = [entity("A"), entity("B")]
        let expected = ["B: The entities \"B\" and \"A\" \(Self.joined)"]
        #expect(
            try refusals(old, [entity("Top"), entity("A", below: "Top"), entity("B", below: "Top")])
                == expected)
        #expect(try refusals(old, [entity("A"), entity("B", below: "A")]) == expected)
    }

    @Test("MGI-5 an entity that is no root does not move into another hierarchy either")
    func refusesForeignParents() throws {
        let old = [entity("A"), entity("B"), entity("C", below: "B")]
        let found = try refusals(old, [entity("A"), entity("B"), entity("C", below: "A")])
        #expect(found == ["C: The entities \"C\" and \"A\" \(Self.joined)"])
    }

    @Test("MGI-6 constraints that are new, or whose values change, are checked; others are not")
    func checksConstraints() throws {
        func version(_ names: [[String]], _ type: StoredAttributeType = .string) -> [EntityDefinition] {
            [entity("A", constraints: names, attribute("x", type), attribute("y"))]
        }
        let check = RowCheck.unique(ConstraintCheck(entity: 1, paths: [[0]]))
        #expect(try migration(version([]), version([["x"]])).rowChecks == [check])
        #expect(try migration(version([["x", "y"]]), version([["x"]])).rowChecks == [check])
        #expect(try migration(version([["x", "y"]]), version([["y", "x"]])).rowChecks == [])
        #expect(try migration(version([["x"]]), version([])).isIdle)
        let narrowed = try migration(version([["x"]], .double), version([["x"]], .integer64))
        #expect(narrowed.rowChecks.contains(check))
    }

    @Test("MGI-6 a constraint of a renamed attribute is the same; one that more entities inherit is checked")
    func followsConstraints() throws {
        let renamed = try migration(
            [entity("A", constraints: [["x"]], attribute("x"))],
            [entity("A", constraints: [["y"]], attribute("y", from: "x"))])
        #expect(renamed.rowChecks.isEmpty)
        let low = [entity("A", attribute("x")), entity("B", below: "A", constraints: [["x"]])]
        let high = [entity("A", constraints: [["x"]], attribute("x")), entity("B", below: "A")]
        #expect(try migration(low, high).rowChecks == [.unique(ConstraintCheck(entity: 1, paths: [[0]]))])
        #expect(try migration(high, low).rowChecks == [])
    }

    @Test("MGI-6 a constraint of an added entity is checked only where rows come below it")
    func checksAddedEntities() throws {
        let top = entity("Top", constraints: [["x"]], attribute("x"))
        #expect(
            try migration([entity("A", attribute("x"))], [top, entity("A", attribute("x"))]).rowChecks == [])
        let above = try migration([entity("A", attribute("x"))], [top, entity("A", below: "Top")])
        #expect(above.rowChecks == [.unique(ConstraintCheck(entity: 1, paths: [[0]]))])
    }

    @Test("MGI-6 indexes alone make no step")
    func ignoresIndexes() throws {
        var indexed = entity("A", attribute("x"))
        indexed.indexes = [IndexDefinition("byX", elements: [.init(property: "x")])]
        #expect(try migration([entity("A", attribute("x"))], [indexed]).isIdle)
        #expect(try migration([indexed], [entity("A", attribute("x"))]).isIdle)
    }
}
