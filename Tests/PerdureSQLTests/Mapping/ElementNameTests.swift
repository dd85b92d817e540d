// SPDX-License-Identifier: Apache-2.0
// The names that composite attributes bring into a table, new and existing, by the examples of the format's description.

import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Names of composite elements") struct ElementNameTests {
    private func text(_ names: String...) -> [PropertyDefinition] { names.map { attribute($0, .string) } }

    private func columns(_ properties: [PropertyDefinition]) throws -> [String] {
        let mapping = try StoreMapping(schema: Schema([EntityDefinition("A", properties: properties)]))
        return mapping.tables[0].columns.dropFirst(3).map(\.name)
    }

    private func existing(_ properties: [PropertyDefinition], _ columns: String...) throws -> StoreMapping {
        try StoreMapping(
            schema: Schema([EntityDefinition("A", properties: properties)]),
            existing: ExistingSchema(
                path: "x.sqlite", tables: ["ZA": ["Z_PK", "Z_ENT", "Z_OPT"] + columns],
                entities: [ExistingEntity(number: 1, name: "A", superentity: 0)]))
    }

    private func author(_ name: String = "author") -> PropertyDefinition {
        attribute(name, .composite, elements: text("id", "person") + [attribute("year", .integer32)])
    }

    @Test("an element is named without its composite, and comes before what follows its composite by name")
    func numbers() throws {
        #expect(
            try columns(text("id", "title") + [author()]) == ["ZYEAR", "ZID", "ZPERSON", "ZID1", "ZTITLE"])
        let prep = attribute("prep", .composite, elements: text("id", "name"))
        #expect(try columns(text("id") + [prep]) == ["ZID", "ZID1", "ZNAME"])
    }

    @Test("elements keep their declared order, composites within composites too")
    func order() throws {
        let inner = attribute("inner", .composite, elements: text("z", "a"))
        let outer = attribute("outer", .composite, elements: text("m") + [inner] + text("b", "a"))
        #expect(try columns([outer]) == ["ZM", "ZZ", "ZA", "ZB", "ZA1"])
    }

    @Test("names of elements and of the keys of relationships are numbered alike")
    func keys() throws {
        let definitions = [
            EntityDefinition(
                "A",
                properties: [
                    attribute("keeper", .composite, elements: text("owner")), toOne("owner", "B"),
                ]),
            EntityDefinition("B", properties: []),
        ]
        let mapping = try StoreMapping(schema: Schema(definitions))
        #expect(mapping.tables[0].columns.dropFirst(3).map(\.name) == ["ZOWNER1", "ZOWNER"])
    }

    @Test("a file of Core Data's is taken as it is")
    func appleFile() throws {
        let mapping = try existing(text("id") + [author()], "ZYEAR", "ZID", "ZPERSON", "ZID1")
        #expect(mapping.renames.isEmpty)
        guard case .attribute(let id) = mapping[1]?.slots[1],
            case .composite(let leaves) = mapping[1]?.slots[0]
        else {
            Issue.record("no columns")
            return
        }
        #expect(id.name == "ZID1" && leaves.map(\.name) == ["ZID", "ZPERSON", "ZYEAR"])
    }

    @Test("a file of an earlier version of ours is recognised by its columns, and says what is to be renamed")
    func formerFile() throws {
        let mapping = try existing(
            text("id") + [author()], "ZAUTHOR_YEAR", "ZAUTHOR_ID", "ZAUTHOR_PERSON", "ZID")
        #expect(
            mapping.renames.map { "\($0.from) \($0.to)" } == [
                "ZAUTHOR_ID ZID", "ZAUTHOR_PERSON ZPERSON", "ZAUTHOR_YEAR ZYEAR", "ZID ZID1",
            ])
        guard case .attribute(let id) = mapping[1]?.slots[1],
            case .composite(let leaves) = mapping[1]?.slots[0]
        else {
            Issue.record("no columns")
            return
        }
        #expect(id.name == "ZID" && leaves.map(\.name) == ["ZAUTHOR_ID", "ZAUTHOR_PERSON", "ZAUTHOR_YEAR"])
    }

    @Test("a plain attribute whose column looks like a former one does not mislead")
    func lookalike() throws {
        let mapping = try existing(
            text("author_id", "author_person") + [author()], "ZYEAR", "ZID", "ZPERSON", "ZAUTHOR_ID",
            "ZAUTHOR_PERSON")
        #expect(mapping.renames.isEmpty)
        guard case .composite(let leaves) = mapping[1]?.slots[0] else {
            Issue.record("no columns")
            return
        }
        #expect(leaves.map(\.name) == ["ZID", "ZPERSON", "ZYEAR"])
    }

    @Test("a file that has neither is refused with the composite's name")
    func neither() throws {
        let error = #expect(throws: StoreError.self) {
            try existing(text("id") + [author()], "ZAUTHOR_YEAR", "ZID", "ZPERSON")
        }
        guard case .schemaMismatch(_, entity: "A", property: let property?, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(["author", "id"].contains(property))
    }
}
