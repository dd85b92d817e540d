// SPDX-License-Identifier: Apache-2.0
// The statements that read the members of relationships: keys of one owner's, pairs of many, whole rows of many.

import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Members of relationships")
struct MemberStatementTests {
    private let mapping = Company.mapping
    private let statements = MemberStatements(mapping: Company.mapping, dialect: .sqlite)

    private func slot(_ entity: String, _ name: String) throws -> (entity: EntityMapping, slot: Int) {
        let entity = try mapping.entity(Company.number(entity))
        return (entity, try #require(mapping.schema[entity.entity].slots[name]))
    }

    private func one(_ entity: String, _ name: String) throws -> [String] {
        let (entity, slot) = try slot(entity, name)
        guard case .toMany(let columns) = entity.slots[slot] else { return [] }
        return try statements.ofOne(slot, columns, entity.entity)
    }

    private func many(_ entity: String, _ name: String) throws -> String? {
        let (entity, slot) = try slot(entity, name)
        return try statements.ofMany(slot, entity)
    }

    @Test("one owner's members come in their order, and in that of their keys")
    func oneOwner() throws {
        #expect(
            try one("Department", "employees") == [
                #"SELECT "Z_PK", "Z_ENT" FROM "ZPERSON" WHERE "ZDEPARTMENT" = ?1 ORDER BY "Z_PK""#
            ])
        #expect(
            try one("Employee", "tasks") == [
                #"SELECT "Z_PK", "Z_ENT" FROM "ZTASK" WHERE "ZOWNER" = ?1 ORDER BY "Z_FOK_OWNER", "Z_PK""#
            ])
        #expect(
            try one("Project", "notes") == [
                #"SELECT "Z_PK", "Z_ENT" FROM "ZTASK" WHERE "Z4NOTES" = ?1 ORDER BY "Z_PK""#
            ])
    }

    @Test("members by pairs are joined for their entity: a pair whose member is gone gives nothing")
    func pairs() throws {
        #expect(
            try one("Employee", "projects") == [
                "SELECT t1.Z_PK, t1.Z_ENT FROM Z_3PROJECTS t0 JOIN ZPROJECT t1 ON t1.Z_PK = t0.Z_4PROJECTS "
                    + "WHERE t0.Z_3MEMBERS = ?1 ORDER BY t1.Z_PK"
            ])
        #expect(
            try one("Project", "members") == [
                "SELECT t1.Z_PK, t1.Z_ENT FROM Z_3PROJECTS t0 JOIN ZPERSON t1 ON t1.Z_PK = t0.Z_3MEMBERS "
                    + "WHERE t0.Z_4PROJECTS = ?1 ORDER BY t1.Z_PK"
            ])
    }

    @Test("pairs of many owners are one statement, whose list is bound later")
    func manyPairs() throws {
        let list = "IN (SELECT value FROM json_each(?1))"
        #expect(
            try many("Employee", "department")
                == "SELECT t0.Z_PK, t1.Z_PK, t1.Z_ENT FROM ZPERSON t0 JOIN ZDEPARTMENT t1 "
                + "ON t1.Z_PK = t0.ZDEPARTMENT WHERE t0.Z_PK \(list)")
        #expect(
            try many("Employee", "tasks")
                == #"SELECT "ZOWNER", "Z_PK", "Z_ENT" FROM "ZTASK" WHERE "ZOWNER" \#(list)"#)
        #expect(
            try many("Employee", "projects")
                == "SELECT t0.Z_3MEMBERS, t1.Z_PK, t1.Z_ENT FROM Z_3PROJECTS t0 JOIN ZPROJECT t1 "
                + "ON t1.Z_PK = t0.Z_4PROJECTS WHERE t0.Z_3MEMBERS \(list)")
        #expect(try many("Person", "name") == nil)
    }

    @Test("pairs of a relationship that is its own inverse are read in both directions, each once")
    func reflexive() throws {
        let friends = RelationshipDefinition(to: "Person", inverse: "friends", isToMany: true)
        let schema = try Schema([
            EntityDefinition("Person", properties: [PropertyDefinition("friends", .relationship(friends))])
        ])
        let mapping = try StoreMapping(schema: schema)
        let statements = MemberStatements(mapping: mapping, dialect: .sqlite)
        let entity = try mapping.entity(1)
        guard case .toMany(let columns) = entity.slots[0] else {
            Issue.record("a relationship without columns")
            return
        }
        let one = try statements.ofOne(0, columns, 1)
        #expect(one.count == 2)
        let many = try #require(try statements.ofMany(0, entity))
        let halves = many.split(separator: " UNION ", omittingEmptySubsequences: false)
        #expect(halves.count == 2 && halves[0] != halves[1])
        #expect(halves.allSatisfy { $0.hasSuffix("json_each(?1))") })
    }

    @Test("FET-38 many owners at once, in one statement of one text")
    func manyOwners() throws {
        let number = Company.number("Employee")
        let slots = Company.mapping.schema[number].slots
        let list = "IN (SELECT value FROM json_each(?))"
        let tasks = MemberOwners(slot: try #require(slots["tasks"]), entity: number, numbers: [1, 2])
        let (statement, columns) = try Company.translator.members(of: tasks)
        let names = columns.names.map { "t0.\($0)" }.joined(separator: ", ")
        #expect(
            statement
                == SQLText(
                    "SELECT \(names), t0.ZOWNER FROM ZTASK t0 WHERE t0.ZOWNER \(list) "
                        + "ORDER BY t0.ZOWNER, t0.Z_FOK_OWNER, t0.Z_PK", [.list(.integers([1, 2]))]))
        let projects = MemberOwners(slot: try #require(slots["projects"]), entity: number, numbers: [3])
        let links = try Company.translator.members(of: projects)
        let linked = links.1.names.map { "t1.\($0)" }.joined(separator: ", ")
        #expect(
            links.0
                == SQLText(
                    "SELECT \(linked), t0.Z_3MEMBERS FROM Z_3PROJECTS t0 "
                        + "JOIN ZPROJECT t1 ON t1.Z_PK = t0.Z_4PROJECTS WHERE t0.Z_3MEMBERS \(list)",
                    [.list(.integers([3]))]))
    }

    @Test("rows of other slots are refused")
    func otherSlots() throws {
        for name in ["name", "department"] {
            let (entity, slot) = try slot("Employee", name)
            #expect(throws: StoreError.self) {
                try Company.translator.members(
                    of: MemberOwners(slot: slot, entity: entity.entity, numbers: [7]))
            }
        }
    }
}
