// SPDX-License-Identifier: Apache-2.0
// A store that names its tables by rules of its own: no statement knows Core Data's names.

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
            schema: Schema(Self.definitions), entities: nil, naming: PlainNames(), stored: NewStore())
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
        let plan = WritePlan.update(try mapping.entity(1), [0], isChecked: true, mapping, .sqlite)
        #expect(
            plan.text == "UPDATE \"box\" SET \"version\" = ?2, \"name\" = ?4 "
                + "WHERE \"id\" = ?1 AND IFNULL(\"version\", 0) = ?3")
    }
}

/// Names as they stand in the model, in lower case.
private struct PlainNames: TableNaming {
    let system = SystemColumns(key: "id", entity: "kind", version: "version")

    func word(_ name: String, of what: String) throws -> String { name.lowercased() }
    func table(_ word: String) -> String { word }
    func column(_ word: String) -> String { word }
    func memberKey(_ word: String, owner: Int32) -> String { "\(word)_\(owner)" }
    func pairs(_ word: String, owner: Int32) -> String { "\(word)_\(owner)_pairs" }
    func orderColumn(for key: String) -> String { "\(key)_place" }
    func entityColumn(for key: String, destination: Int32) -> String { "\(key)_kind" }
    func type(of type: AttributeType) -> SQLColumnType? { type == .string ? .varchar : .integer }
    func rank(of role: ColumnRole) -> Int { 0 }
}

/// A store that is about to be made.
private struct NewStore: StoredNames {
    let isExisting = false

    func hasTable(_ name: String) -> Bool { true }
    func numbers(of included: [Int32], in schema: Schema) throws -> [Int32] { included }
    func table(_ predicted: String, or former: String?, entity: String) throws -> String { predicted }
    func column(_ predicted: String, in table: String, entity: String, property: String) throws -> String {
        predicted
    }
    func optionalColumn(_ predicted: String, in table: String) -> String? { predicted }
    func entityColumn(_ predicted: String, key: String, in table: String) -> String? { predicted }
    func hasColumns(_ names: Set<String>, in table: String) -> Bool { false }
    func isAddable(_ property: String, of entity: String) -> Bool { false }
    func joinTable(_ predicted: String, or alternatives: [String], entity: String, property: String) throws
        -> String
    { predicted }
    func joinColumn(
        _ predicted: String, base: String, numbers: [Int32], in table: String, entity: String,
        property: String
    ) throws -> String { predicted }
    func reflexiveColumns(_ predicted: String, in table: String, entity: String, property: String) throws -> (
        own: String, member: String
    ) { (predicted, "reflexive") }
}
