// SPDX-License-Identifier: Apache-2.0
// Names of entities in store files: former names in Z_PRIMARYKEY, and names that differ by case only.

import Foundation
import Perdure
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Names of entities in files") struct EntityNameTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Cars.sqlite")
    }

    /// Car with two subentities, one of which had another name.
    private func cars(identifier: String?) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("Car", .attribute("maker")), EntitySketch("SportCar", parent: "Car"),
            EntitySketch("LuxuryCar", parent: "Car", .attribute("price")),
            EntitySketch("Person", .attribute("name")))
        model.entitiesByName["LuxuryCar"]?.renamingIdentifier = identifier
        return model
    }

    @Test(
        "PRG-23 MIG-48a a store whose Z_PRIMARYKEY has an entity's former name opens, is written and is sound",
        arguments: ["ExpensiveSportCar", nil])
    func formerName(identifier: String?) throws {
        let model = cars(identifier: identifier)
        var stack = try Stack(at: url, model)
        try save(stack) { $0.insert("LuxuryCar", ["maker": "A", "price": "high"]) }
        try RawDatabase(url, isReadOnly: false).rows(
            "UPDATE Z_PRIMARYKEY SET Z_NAME = 'ExpensiveSportCar' WHERE Z_NAME = 'LuxuryCar'")
        stack = try Stack(at: url, cars(identifier: identifier))
        let schema = stack.coordinator.managedObjectModel.schema
        #expect(try SQLiteStoreChecker.check(path: url.path, schema: schema).isEmpty)
        try save(stack) { context in
            let cars = try context.all("Car")
            #expect(cars.map { $0.entity.name } == ["LuxuryCar"])
            #expect(cars.first?.value(forKey: "price") as? String == "high")
            context.insert("LuxuryCar", ["price": "higher"])
            context.insert("SportCar", ["maker": "B"])
        }
        stack = try Stack(at: url, cars(identifier: identifier))
        try save(stack) { context in
            let counts = try [context.all("LuxuryCar", by: "price").count, context.all("SportCar").count]
            #expect(counts == [2, 1])
        }
        #expect(try SQLiteStoreChecker.check(path: url.path, schema: schema).isEmpty)
    }

    private func save(_ stack: Stack, _ body: (NSManagedObjectContext) throws -> Void) throws {
        let context = stack.context()
        try context.performAndWait {
            try body(context)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test("PRG-23 where two names are left over nobody guesses")
    func ambiguous() throws {
        try save(try Stack(at: url, cars(identifier: nil))) { _ in }
        try RawDatabase(url, isReadOnly: false).rows(
            "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Former' || Z_NAME WHERE Z_NAME IN ('LuxuryCar', 'SportCar')")
        let error = #expect(throws: NSError.self) { try Stack(at: url, cars(identifier: nil)) }
        #expect(error?.code == 134020 && error?.localizedDescription.contains("LuxuryCar") == true)
    }

    @Test(
        "PRG-59 entities whose names differ by case only have their own tables",
        arguments: Stack.Kind.allCases)
    func caseOnly(kind: Stack.Kind) throws {
        func model() -> NSManagedObjectModel {
            NSManagedObjectModel(
                EntitySketch(
                    "Note", unique: [["text"]], .attribute("text"), .toOne("other", "NOTE", inverse: "others")
                ),
                EntitySketch(
                    "NOTE", unique: [["text"]], .attribute("text"),
                    .toMany("others", "Note", inverse: "other")))
        }
        let desk = try Desk(kind, model())
        let capital = desk.context.insert("NOTE", ["text": "a"])
        desk.context.insert("Note", ["text": "a", "other": capital])
        try desk.context.save()
        let reader = try desk.reader()
        #expect(try reader.all("Note").map { $0.value(forKeyPath: "other.text") as? String } == ["a"])
        #expect(try reader.all("NOTE").count == 1)
        desk.context.insert("NOTE", ["text": "a"])
        #expect(desk.saveError()?.code == 133021)
        if let url = desk.stack.url {
            let tables = try RawDatabase(url).rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'ZNOTE%' ORDER BY name")
            #expect(tables == [["ZNOTE"], ["ZNOTE1"]])
            #expect(try SQLiteStoreChecker.check(path: url.path, schema: model().compiledSchema()).isEmpty)
        }
    }
}

extension NSManagedObjectModel {
    fileprivate func compiledSchema() throws -> Schema {
        try freeze()
        return schema
    }
}
