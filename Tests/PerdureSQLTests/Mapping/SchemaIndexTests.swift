// SPDX-License-Identifier: Apache-2.0
// Index names and texts as in Core Data's files.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("Indexes of a new store")
struct SchemaIndexTests {
    private func texts(_ definitions: EntityDefinition...) throws -> [String] {
        try SchemaDefinition.indexes(of: StoreMapping(schema: Schema(definitions))).map(\.sql)
    }

    @Test("keys, join tables and the entity column have indexes")
    func keys() throws {
        #expect(
            try SchemaDefinition.indexes(of: Company.mapping).map(\.sql) == [
                "CREATE INDEX ZPERSON_Z_ENT_INDEX ON ZPERSON (Z_ENT)",
                "CREATE INDEX ZPERSON_ZDEPARTMENT_INDEX ON ZPERSON (ZDEPARTMENT)",
                "CREATE INDEX Z_3FRIENDS_REFLEXIVE_INDEX ON Z_3FRIENDS (REFLEXIVE, Z_3FRIENDS)",
                "CREATE INDEX Z_3PROJECTS_Z_4PROJECTS_INDEX ON Z_3PROJECTS (Z_4PROJECTS, Z_3MEMBERS)",
                "CREATE INDEX ZTASK_ZOWNER_INDEX ON ZTASK (ZOWNER)",
                "CREATE INDEX ZTASK_ZREVIEWER_INDEX ON ZTASK (ZREVIEWER)",
                "CREATE INDEX ZTASK_Z4NOTES_INDEX ON ZTASK (Z4NOTES)",
            ])
    }

    @Test("fetch indexes, indexed attributes and uniqueness constraints")
    func fetchIndexes() throws {
        let entity = EntityDefinition(
            "Mapping",
            properties: [
                attribute("density", .double), attribute("label", .integer64, isIndexed: true),
                toOne("owner", "Mapping"),
            ],
            uniquenessConstraints: [["label", "owner"]],
            indexes: [
                IndexDefinition(
                    "byLabelDensity",
                    elements: [.init(property: "label"), .init(property: "density", isAscending: false)]),
                IndexDefinition("owner", elements: [.init(property: "owner")]),
                IndexDefinition(
                    "self",
                    elements: [
                        .init(property: nil, expression: .evaluatedObject),
                        .init(property: nil, expression: .key("entity")),
                    ]),
            ])
        #expect(
            try texts(entity) == [
                "CREATE INDEX ZMAPPING_ZOWNER_INDEX ON ZMAPPING (ZOWNER)",
                "CREATE INDEX Z_Mapping_label ON ZMAPPING (ZLABEL COLLATE BINARY ASC)",
                "CREATE INDEX Z_Mapping_byLabelDensity ON ZMAPPING (ZLABEL COLLATE BINARY ASC, ZDENSITY COLLATE BINARY DESC)",
                "CREATE INDEX Z_Mapping_self ON ZMAPPING (Z_PK COLLATE BINARY ASC, Z_ENT COLLATE BINARY ASC)",
                "CREATE UNIQUE INDEX Z_Mapping_UNIQUE_label_owner ON ZMAPPING (ZLABEL COLLATE BINARY ASC, ZOWNER COLLATE BINARY ASC)",
            ])
    }

    @Test("of two indexes of one name only the first is made; SQLite ignores case")
    func sameName() throws {
        let entity = EntityDefinition(
            "E", properties: [attribute("a", .integer64), attribute("b", .string)],
            indexes: [
                IndexDefinition("both", elements: [.init(property: "a")]),
                IndexDefinition("Both", elements: [.init(property: "b")]),
                IndexDefinition("both", elements: [.init(property: "b"), .init(property: "a")]),
            ])
        #expect(try texts(entity) == ["CREATE INDEX Z_E_both ON ZE (ZA COLLATE BINARY ASC)"])
    }

    @Test("partial indexes have Core Data's conditions; one that cannot be written is left out")
    func partialIndexes() throws {
        func index(_ name: String, _ predicate: PredicateNode) -> IndexDefinition {
            IndexDefinition(name, elements: [.init(property: "a")], partialPredicate: predicate)
        }
        let a = ExpressionNode.key("a")
        let entity = EntityDefinition(
            "E", properties: [attribute("a", .integer64), attribute("b", .string)],
            indexes: [
                index("i1", compare(a, .notEqual, .null)),
                index(
                    "i2",
                    .and([compare(a, .equal, .integer(-1)), compare(.key("b"), .notEqual, .string("it's"))])),
                index("i3", .or([compare(a, .greaterThan, .double(1.5)), compare(a, .equal, .null)])),
                index("i4", compare(.key("b"), .contains, .string("x"))),
            ])
        #expect(
            try texts(entity) == [
                "CREATE INDEX Z_E_i1 ON ZE (ZA COLLATE BINARY ASC) WHERE ZA IS NOT NULL",
                "CREATE INDEX Z_E_i2 ON ZE (ZA COLLATE BINARY ASC) WHERE (ZA = -1 AND ZB <> 'it''s')",
                "CREATE INDEX Z_E_i3 ON ZE (ZA COLLATE BINARY ASC) WHERE (ZA > 1.5 OR ZA IS NULL)",
            ])
    }

    @Test("an R-tree index is a virtual table with three triggers")
    func spatialIndex() throws {
        let entity = EntityDefinition(
            "Asset", properties: [attribute("latitude", .double), attribute("longitude", .double)],
            indexes: [
                IndexDefinition(
                    "boundedByRect",
                    elements: [
                        .init(property: "latitude", isRTree: true),
                        .init(property: "longitude", isRTree: true),
                    ])
            ])
        let mapping = try StoreMapping(schema: Schema([entity]))
        let list = "Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX"
        let values = "(NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE) ;"
        #expect(try SchemaDefinition.indexes(of: mapping).isEmpty)
        #expect(
            SchemaDefinition.triggers(of: mapping, StoreFeatures.parts.definitions).map(\.sql) == [
                "CREATE VIRTUAL TABLE Z_RT_Asset_boundedByRect USING RTREE (Z_PK INTEGER PRIMARY KEY, "
                    + "ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT, ZLONGITUDE_MIN FLOAT, ZLONGITUDE_MAX FLOAT)",
                "CREATE TRIGGER Z_RT_Asset_boundedByRect_INSERT AFTER INSERT ON ZASSET FOR EACH ROW BEGIN "
                    + "INSERT OR REPLACE INTO Z_RT_Asset_boundedByRect (\(list)) VALUES \(values) END",
                "CREATE TRIGGER Z_RT_Asset_boundedByRect_UPDATE AFTER UPDATE ON ZASSET FOR EACH ROW BEGIN "
                    + "DELETE FROM Z_RT_Asset_boundedByRect WHERE Z_PK = NEW.Z_PK ; "
                    + "INSERT INTO Z_RT_Asset_boundedByRect (\(list)) VALUES \(values) END",
                "CREATE TRIGGER Z_RT_Asset_boundedByRect_DELETE AFTER DELETE ON ZASSET FOR EACH ROW BEGIN "
                    + "DELETE FROM Z_RT_Asset_boundedByRect WHERE Z_PK = OLD.Z_PK ; END",
            ])
    }
}
