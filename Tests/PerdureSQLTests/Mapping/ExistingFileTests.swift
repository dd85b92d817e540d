// SPDX-License-Identifier: Apache-2.0
// Names and numbers of existing files: migrated, of older systems, or with join tables on the other side.

import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Tables of an existing file")
struct ExistingFileTests {
    private static let system = ["Z_PK", "Z_ENT", "Z_OPT"]

    private static let album = [
        EntityDefinition("Asset", properties: [toMany("albums", "GenericAlbum", inverse: "assets")]),
        EntityDefinition(
            "GenericAlbum", properties: [toMany("assets", "Asset", inverse: "albums", isOrdered: true)]),
    ]

    private func mapping(
        _ definitions: [EntityDefinition], _ tables: [String: [String]], numbers: [String: Int32]
    ) throws -> StoreMapping {
        try StoreMapping(
            schema: Schema(definitions),
            existing: ExistingSchema(
                path: "x.sqlite", tables: tables,
                entities: numbers.map { ExistingEntity(number: $1, name: $0, superentity: 0) }))
    }

    @Test("a join table named by the greater entity number is found, with its columns")
    func otherSide() throws {
        let mapping = try mapping(
            Self.album,
            [
                "ZASSET": Self.system, "ZGENERICALBUM": Self.system,
                "Z_28ASSETS": ["Z_28ALBUMS", "Z_3ASSETS", "Z_FOK_3ASSETS"],
            ], numbers: ["Asset": 3, "GenericAlbum": 28])
        #expect(mapping.joinTables.map(\.name) == ["Z_28ASSETS"])
        guard case .toMany(.joinTable(let link)) = mapping[2]?.slots[0] else {
            Issue.record("no join table")
            return
        }
        #expect(link.own == "Z_28ALBUMS" && link.member == "Z_3ASSETS" && link.order == "Z_FOK_3ASSETS")
    }

    @Test("a new file names a join table by the entity that comes first by name, what it inherits included")
    func firstByName() throws {
        let definitions = Self.album + [EntityDefinition("Album", superentity: "GenericAlbum")]
        let new = try StoreMapping(schema: Schema(definitions))
        #expect(new.joinTables.map(\.name) == ["Z_2ASSETS"])
        #expect(new.joinTables[0].owner.key == "Z_2ALBUMS" && new.joinTables[0].member.key == "Z_1ASSETS")
        // Without the subentity the first is Asset.
        #expect(try StoreMapping(schema: Schema(Self.album)).joinTables.map(\.name) == ["Z_1ALBUMS"])
        let numbers: [String: Int32] = ["Asset": 1, "GenericAlbum": 2, "Album": 3]
        let other = try mapping(
            definitions,
            [
                "ZASSET": Self.system, "ZGENERICALBUM": Self.system,
                "Z_1ALBUMS": ["Z_1ASSETS", "Z_2ALBUMS", "Z_FOK_1ASSETS"],
            ], numbers: numbers)
        #expect(other.joinTables.map(\.name) == ["Z_1ALBUMS"])
        guard case .toMany(.joinTable(let link)) = other[2]?.slots[0] else {
            Issue.record("no join table")
            return
        }
        #expect(link.own == "Z_2ALBUMS" && link.member == "Z_1ASSETS" && link.order == "Z_FOK_1ASSETS")
    }

    @Test("numbered join columns are taken as the file numbers them")
    func numberedColumns() throws {
        let mapping = try mapping(
            Self.album,
            [
                "ZASSET": Self.system, "ZGENERICALBUM": Self.system,
                "Z_3ALBUMS": ["Z_3ASSETS1", "Z_28ALBUMS", "Z_FOK_3ASSETS1"],
            ], numbers: ["Asset": 3, "GenericAlbum": 28])
        #expect(mapping.joinTables[0].owner.key == "Z_3ASSETS1")
        #expect(mapping.joinTables[0].owner.order == "Z_FOK_3ASSETS1")
    }

    @Test("an old file without entity columns and order columns is read without them")
    func missingOptionalColumns() throws {
        let definitions = [
            EntityDefinition("A", properties: [toOne("x", "Target", inverse: "as")]),
            EntityDefinition("Sub", superentity: "Target"),
            EntityDefinition("Target", properties: [toMany("as", "A", inverse: "x", isOrdered: true)]),
        ]
        let mapping = try mapping(
            definitions, ["ZA": Self.system + ["ZX"], "ZTARGET": Self.system],
            numbers: ["A": 1, "Sub": 3, "Target": 2])
        #expect(
            mapping[1]?.slots[0] == .toOne(ToOneColumns(key: "ZX", entity: nil, order: nil, destination: 2)))
    }

    @Test("an entity column keeps the number of the time when it was made")
    func oldEntityColumn() throws {
        let definitions = [
            EntityDefinition("A", properties: [toOne("x", "Target")]),
            EntityDefinition("Sub", superentity: "Target"), EntityDefinition("Target"),
        ]
        let mapping = try mapping(
            definitions, ["ZA": Self.system + ["ZX", "Z9_X"], "ZTARGET": Self.system],
            numbers: ["A": 1, "Sub": 3, "Target": 2])
        #expect(
            mapping[1]?.slots[0]
                == .toOne(ToOneColumns(key: "ZX", entity: "Z9_X", order: nil, destination: 2)))
    }

    @Test("a missing column is reported with its entity and property")
    func missingColumn() throws {
        let definitions = [EntityDefinition("A", properties: [attribute("title", .string)])]
        let error = #expect(throws: StoreError.self) {
            try mapping(definitions, ["ZA": Self.system], numbers: ["A": 1])
        }
        guard case .schemaMismatch("x.sqlite", entity: "A", property: "title", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a missing table, a missing number and an absurd number are reported with the entity")
    func missingTable() throws {
        let definitions = [EntityDefinition("A")]
        for (tables, numbers) in [
            ([:], ["A": Int32(1)]), (["ZA": Self.system], [:]), (["ZA": Self.system], ["A": Int32.max]),
        ] {
            let error = #expect(throws: StoreError.self) {
                try mapping(definitions, tables, numbers: numbers)
            }
            guard case .schemaMismatch(_, entity: "A", property: nil, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
