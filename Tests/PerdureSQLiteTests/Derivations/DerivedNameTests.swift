// SPDX-License-Identifier: Apache-2.0
// Derived attributes of entities with names that need quotes, and sums that no column can hold.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQLite

@Suite("SQLite store: unusual derived attributes") struct DerivedNameTests {
    private static func derived(_ name: String, _ type: StoredAttributeType, _ keys: String...)
        -> PropertyDefinition
    {
        PropertyDefinition(
            name,
            .attribute(AttributeDefinition(type, derivation: .keyPath(base: .evaluatedObject, keys: keys))))
    }

    private static let lists = [
        EntityDefinition(
            "Lis\"t's; BEGIN",
            properties: [
                TestModel.attribute("na me", .string), TestModel.toMany("it;ems", "Poäng", inverse: "lis\"t"),
                derived("to,tal", .integer64, "it;ems", "@sum", "pun'kte"),
                derived("(", .integer64, "it;ems", "@count"),
            ]),
        EntityDefinition(
            "Poäng",
            properties: [
                TestModel.attribute("pun'kte", .integer64),
                TestModel.toOne("lis\"t", "Lis\"t's; BEGIN", inverse: "it;ems"),
                derived("lis\"t name", .string, "lis\"t", "na me"),
            ]),
    ]

    @Test("DER-27 names that need quotes: triggers are known when the store is opened again, and run")
    func quotes() throws {
        let folder = try StoreFolder()
        try folder.open(Self.lists).engine.close()
        let triggers = try StoreTriggers.read(try folder.raw(), .withoutModel)
        #expect(triggers.areAllExpected && triggers.count == 14, "\(triggers.unexpected)")
        let store = try folder.open(Self.lists)
        let list = try store.insert("Lis\"t's; BEGIN", ["na me": .string("A")])
        let item = try store.insert("Poäng", ["lis\"t": .reference(list), "pun'kte": .integer(7)])
        #expect(try store.value(list, "to,tal") == .integer(7))
        #expect(try store.value(list, "(") == .integer(1))
        #expect(try store.value(item, "lis\"t name") == .string("A"))
    }

    @Test("DER-27 names that differ in case only, or in where the entity's name ends")
    func similarNames() throws {
        let items = TestModel.toMany("items", "Item", inverse: "list")
        let folder = try StoreFolder()
        let definitions = [
            EntityDefinition(
                "List",
                properties: [
                    items, Self.derived("count", .integer64, "items", "@count"),
                    Self.derived("COUNT", .integer64, "items", "@sum", "points"),
                    Self.derived("big_count", .integer64, "items", "@max", "points"),
                ]),
            EntityDefinition(
                "List_big", superentity: "List",
                properties: [
                    Self.derived("coUnt", .integer64, "items", "@min", "points")
                ]),
            EntityDefinition(
                "Item",
                properties: [
                    TestModel.attribute("points", .integer64),
                    TestModel.toOne("list", "List", inverse: "items"),
                ]),
        ]
        let store = try folder.open(definitions)
        let list = try store.insert("List_big")
        for points in [3, 4] as [Int64] {
            try store.insert("Item", ["list": .reference(list), "points": .integer(points)])
        }
        #expect(try store.value(list, "count") == .integer(2))
        #expect(try store.value(list, "COUNT") == .integer(7))
        #expect(try store.value(list, "big_count") == .integer(4))
        #expect(try store.value(list, "coUnt") == .integer(3))
    }

    @Test("DER-27 triggers of an entity are not those of one whose name ends alike, in the same table")
    func sameEnds() throws {
        let definitions = ["Big", "Very_Big"].map {
            EntityDefinition(
                $0, superentity: "Base",
                properties: [
                    TestModel.attribute("size\($0)", .integer64),
                    Self.derived("count", .integer64, "size\($0)"),
                ])
        }
        let folder = try StoreFolder()
        try folder.open([EntityDefinition("Base")] + definitions).engine.close()
        let texts = try StoreTriggers.texts(try folder.raw())
        for entity in ["Big", "Very_Big"] {
            let found = DerivedTriggerNames(entity: entity, attribute: "count", table: "ZBASE").find(
                in: texts)
            #expect(
                !found.isEmpty && found.allSatisfy { $0.hasPrefix("Z_DA_ZBASE_\(entity)_count_") }, "\(found)"
            )
        }
    }

    @Test("DER-14 a sum that does not fit into 64 bits stops the save, with its name in the error")
    func overflow() throws {
        let folder = try StoreFolder()
        let store = try folder.open(Self.lists)
        let list = try store.insert("Lis\"t's; BEGIN")
        try store.insert("Poäng", ["lis\"t": .reference(list), "pun'kte": .integer(.max)])
        #expect {
            try store.insert("Poäng", ["lis\"t": .reference(list), "pun'kte": .integer(1)])
        } throws: { error in
            guard case StoreError.invalidValue(let entity, let property, _) = error else { return false }
            return entity == "Lis\"t's; BEGIN" && property == "to,tal"
        }
        #expect(try store.value(list, "to,tal") == .integer(.max))
        #expect(try store.count("Poäng") == 1)
    }
}
