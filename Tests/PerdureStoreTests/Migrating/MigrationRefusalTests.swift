// SPDX-License-Identifier: Apache-2.0
// How refusals are collected and worded, and how losses become refusals.

import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Refused migrations") struct MigrationRefusalTests {
    @Test("MIG-32 all refusals are collected, sorted by entity and property")
    func collectsRefusals() throws {
        let found = try refusals(
            [
                entity("B", attribute("z"), attribute("a")),
                entity("A", relationship("m", to: "B", many: true)),
                entity("C", below: "B"),
            ],
            [
                entity("B", attribute("z", .date), attribute("a", .uuid)),
                entity("A", relationship("m", to: "B")),
                entity("C", below: "B"),
            ])
        #expect(found.map { $0.prefix { $0 != ":" } } == ["A.m", "B.a", "B.z"])
    }

    @Test("MIG-30 a refusal says where, why and what to do")
    func wordsRefusals() throws {
        let refused = #expect(throws: MigrationRefused.self) {
            _ = try migration([entity("A", attribute("x"))], [entity("A", attribute("x", .date))])
        }
        let refusal = try #require(refused?.refusals.first)
        #expect(refusal.kind == .incompatibleTypes(.string, .date))
        #expect(refusal.entity == "A" && refusal.property == "x")
        #expect(
            refusal.text
                == "\"A.x\": Source and destination attribute types are incompatible. It changes from string to "
                + "date: keep the type, or add an attribute of another name beside it.")
    }

    @Test("MGI-6 a program that allows no loss gets one refusal for each")
    func refusesLosses() throws {
        let old = [
            entity("A", attribute("x", .double), attribute("y")), entity("B", below: "A"), entity("Gone"),
        ]
        let new = [entity("Z", from: "A", attribute("x", .integer32)), entity("B", below: "Z")]
        #expect(
            try migration(old, new).lost == ["A.y values", "A.x precision", "Gone rows"])
        #expect(
            try refusals(old, new, refusingLoss: true) == [
                "Gone: The migration would lose all rows of the entity",
                "Z.x: The migration would lose fractions or digits of the values",
                "Z.y: The migration would lose the values",
            ])
        #expect(try refusals(old, old, refusingLoss: true) == [])
    }

    @Test("MGI-6 computed values are no loss, values that are computed over are")
    func knowsComputedValues() throws {
        let derived = attribute("x") { $0.derivation = .key("y") }
        let plain = [entity("A", attribute("x"), attribute("y"))]
        let computed = [entity("A", derived, attribute("y"))]
        #expect(try migration(plain, computed).lost == ["A.x values"])
        #expect(try migration(computed, plain).lost == [])
        #expect(try migration(computed, [entity("A", attribute("y"))]).lost == [])
    }
}
