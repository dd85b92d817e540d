// SPDX-License-Identifier: Apache-2.0
// Which entity and which property comes from which: by renaming identifier, then by name.

import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Pairing for migrations") struct MigrationPairingTests {
    @Test(
        "MIG-20 a third version pairs with the first by its identifier, with the second by both identifiers")
    func pairsAcrossVersions() throws {
        let first = [entity("name", attribute("a"))]
        let second = [entity("fullName", from: "name", attribute("a"))]
        let third = [entity("wholeName", from: "name", attribute("a"))]
        for (old, new, name) in [
            (first, second, "fullName"), (second, third, "wholeName"), (first, third, "wholeName"),
        ] {
            let step = try migration(old, new).step(name)
            #expect(step.source == 1)
            #expect(step.kind == .transformed)
            #expect(step.isRenamed)
        }
    }

    @Test("MIG-20 an identifier that names the entity's former name pairs by that name")
    func pairsByName() throws {
        let inferred = try migration(
            [entity("B", from: "A")], [entity("C", from: "B")])
        #expect(try inferred.step("C").source == 1)
        #expect(inferred.steps.count == 1)
    }

    @Test("MIG-20 renames pair both ways")
    func pairsBothWays() throws {
        let old = [entity("Folder", attribute("title"))]
        let new = [entity("Box", from: "Folder", attribute("label", from: "title"))]
        let there = try migration(old, new)
        let back = try migration(new, old)
        #expect(try there.formerName("Box", "label") == "title")
        #expect(try back.formerName("Folder", "title") == "label")
        #expect(there.losses.isEmpty && back.losses.isEmpty)
    }

    @Test("MIG-21 two entities that claim one source are refused, and both are named")
    func refusesSharedOrigins() throws {
        let found = try refusals([entity("A")], [entity("A"), entity("B", from: "A")])
        #expect(found == ["B: \"B\" and \"A\" have the same renaming identifier or origin"])
    }

    @Test("MIG-21 two properties that claim one source are refused once, at the entity that declares them")
    func refusesSharedProperties() throws {
        let found = try refusals(
            [entity("A", attribute("x")), entity("B", below: "A")],
            [entity("A", attribute("x"), attribute("y", from: "x")), entity("B", below: "A")])
        #expect(found == ["A.y: \"A.y\" and \"x\" have the same renaming identifier or origin"])
    }

    @Test("MIG-22 two names may be exchanged")
    func exchangesNames() throws {
        let inferred = try migration(
            [entity("A", attribute("a"), attribute("b"))],
            [entity("A", attribute("a", from: "b"), attribute("b", from: "a"))])
        #expect(try inferred.formerName("A", "a") == "b")
        #expect(try inferred.formerName("A", "b") == "a")
        #expect(inferred.losses.isEmpty)
    }

    @Test("MIG-22 a property that moves between parent and subentity pairs with itself")
    func movesUpAndDown() throws {
        let low = [
            entity("Animal"), entity("Ape", below: "Animal", attribute("age")),
            entity("Bee", below: "Animal"),
        ]
        let high = [
            entity("Animal", attribute("age")), entity("Ape", below: "Animal"),
            entity("Bee", below: "Animal"),
        ]
        let up = try migration(low, high)
        #expect(try up.formerName("Ape", "age") == "age")
        #expect(try up.formerName("Bee", "age") == nil)
        #expect(up.losses.isEmpty)
        let down = try migration(high, low)
        #expect(try down.formerName("Ape", "age") == "age")
        #expect(down.lost == ["Animal.age values"])
    }

    @Test("MIG-23 another name without identifier is removal and addition")
    func losesUnnamedRenames() throws {
        let inferred = try migration([entity("A", attribute("x"))], [entity("A", attribute("y"))])
        #expect(try inferred.formerName("A", "y") == nil)
        #expect(try inferred.step("A").removedSlots == [0])
        #expect(inferred.lost == ["A.x values"])
    }

    @Test("MIG-24 unpaired entities are added and removed, and relationships to removed ones are gone")
    func addsAndRemoves() throws {
        let inferred = try migration(
            [entity("A", relationship("old", to: "Old")), entity("Old")],
            [entity("A"), entity("New", attribute("x"))])
        #expect(inferred.steps.map(\.kind) == [.transformed, .added, .removed])
        #expect(inferred.steps.map(\.source) == [1, nil, 2])
        #expect(inferred.steps.map(\.destination) == [1, 2, nil])
        #expect(inferred.lost == ["A.old members", "Old rows"])
    }

    @Test("MIG-26 rows of a removed subentity go")
    func removesSubentities() throws {
        let inferred = try migration(
            [entity("A"), entity("B", below: "A"), entity("C", relationship("a", to: "A"))],
            [entity("A"), entity("C", relationship("a", to: "A"))])
        #expect(inferred.lost == ["B rows", "C.a members"])
        #expect(try inferred.relationship("C", "a").members == .narrowed)
    }

    @Test(
        "MIG-20 a version paired with itself has no step; entities whose hashes differ alone are transformed")
    func pairsWithItself() throws {
        var old = entity("A", constraints: [["x"]], attribute("x"), relationship("a", to: "A"))
        let same = try migration([old], [old])
        #expect(same.isIdle && same.rowChecks.isEmpty && same.losses.isEmpty)
        #expect(try same.step("A").kind == .copied)
        old.versionHash = [1]
        var new = old
        new.versionHash = [2]
        let modified = try migration([old], [new])
        #expect(try modified.step("A").kind == .transformed)
        #expect(modified.isIdle)
    }
}
