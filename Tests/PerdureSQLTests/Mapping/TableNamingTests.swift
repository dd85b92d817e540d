// SPDX-License-Identifier: Apache-2.0
// A store that names its tables by rules of its own: no statement knows Core Data's names.

import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Names of a backend")
struct TableNamingTests {
    private static let definitions = [
        EntityDefinition(
            "Box",
            properties: [
                PropertyDefinition("name", .attribute(AttributeDefinition(.string))),
                PropertyDefinition(
                    "things",
                    .relationship(RelationshipDefinition(to: "Thing", inverse: "box", isToMany: true))),
            ]),
        EntityDefinition(
            "Thing",
            properties: [
                PropertyDefinition("box", .relationship(RelationshipDefinition(to: "Box", inverse: "things")))
            ]),
    ]

    private func mapping() throws -> StoreMapping {
        try StoreMapping(
            schema: Schema(Self.definitions), entities: nil, naming: PlainNames(entity: "kind"),
            stored: NewStore())
    }

    @Test("tables and columns have the names, types and order of the rules")
    func tables() throws {
        let tables = try mapping().tables
        #expect(tables.map(\.name) == ["box", "thing"])
        #expect(
            tables.map { $0.columns.map(\.name) } == [
                ["id", "kind", "version", "name"], ["id", "kind", "version", "box"],
            ])
    }

    @Test("fetches read the system columns by their names")
    func fetch() throws {
        let translator = FetchTranslator(mapping: try mapping(), dialect: .sqlite)
        #expect(
            try translator.statement(for: FetchPlan(entity: 1)).statement.text
                == "SELECT t0.id, t0.kind, t0.version, t0.name FROM box t0")
        var keys = FetchPlan(entity: 2)
        keys.shape = .keys
        #expect(try translator.statement(for: keys).statement.text == "SELECT t0.id, t0.kind FROM thing t0")
    }

    @Test("updates check and move the version by its name")
    func update() throws {
        let mapping = try mapping()
        let plan = WriteStatement.update(try mapping.entity(1), [0], isChecked: true, mapping, .sqlite)
        #expect(
            plan.text == "UPDATE \"box\" SET \"version\" = ?2, \"name\" = ?4 "
                + "WHERE \"id\" = ?1 AND IFNULL(\"version\", 0) = ?3")
    }
}
