// SPDX-License-Identifier: Apache-2.0
// A store that is opened with a model whose derived attributes alone are others (DER-45, MG-28).

import Foundation
import Perdure
import PerdurePropertyList
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Derived attributes: another version") struct DerivedMigrationTests {
    @Test("DER-45 MG-28 an attribute that is added is filled for all rows, and kept up to date from then on")
    func added() throws {
        let file = try DerivedFile(version: 1)
        try file.open(version: 2, DerivedVersions.migrating)
        #expect(try file.counts == ["2", "1", "0"])
        #expect(try file.labels == ["A", "A", "B", "NULL"])
        try file.change(DerivedVersions.version(2)) { context in
            let lists = try context.all("List", by: "name")
            #expect(lists.map { $0.value(forKey: "count") as? Int } == [2, 1, 0])
            lists[0].setValue("Z", forKey: "name")
            context.insert("Item", ["title": "new", "list": lists[2]])
        }
        #expect(try file.counts == ["2", "1", "1"])
        #expect(try file.labels == ["Z", "Z", "B", "NULL", "C"])
    }

    @Test(
        "MG-28 the store is of the new version then: metadata, model cache, and what a new store would have")
    func newVersion() throws {
        let (file, new) = (try DerivedFile(version: 1), try DerivedFile(version: 2))
        try file.open(version: 2, DerivedVersions.migrating)
        var (migrated, created) = (try file.metadata, try new.metadata)
        (migrated["NSStoreUUID"], created["NSStoreUUID"]) = (nil, nil)
        #expect(migrated == created)
        #expect(try file.triggers == new.triggers)
        #expect(try file.cachedModel().versionChecksum == DerivedVersions.version(2).versionChecksum)
        let before = try file.content()
        try file.open(version: 2)
        try file.open(version: 2, DerivedVersions.migrating)
        #expect(try file.content() == before)
    }

    @Test("MG-28 a container migrates unless it is told not to")
    func container() throws {
        let file = try DerivedFile(version: 1)
        let description = NSPersistentStoreDescription(url: file.url)
        description.shouldInferMappingModelAutomatically = false
        #expect(load(description)?.code == 134140)
        description.shouldInferMappingModelAutomatically = true
        #expect(load(description) == nil)
        #expect(try file.counts == ["2", "1", "0"])
    }

    private func load(_ description: NSPersistentStoreDescription) -> NSError? {
        let container = NSPersistentContainer(name: "Lists", managedObjectModel: DerivedVersions.version(2))
        container.persistentStoreDescriptions = [description]
        var result: NSError?
        container.loadPersistentStores { _, error in result = error as NSError? }
        return result
    }

    @Test(
        "MG-28 an attribute that is removed loses its triggers; its column stays, and is filled when it comes back"
    )
    func removed() throws {
        let file = try DerivedFile(version: 2)
        try file.open(version: 1, DerivedVersions.migrating)
        #expect(try file.triggers.isEmpty)
        #expect(try file.counts == ["2", "1", "0"])
        try file.change(DerivedVersions.version(1)) { context in
            let list = try #require(try context.all("List", "name == 'C'").first)
            context.insert("Item", ["title": "new", "list": list])
        }
        try file.open(version: 2, DerivedVersions.migrating)
        #expect(try file.counts == ["2", "1", "1"])
        #expect(try file.labels == ["A", "A", "B", "NULL", "C"])
        #expect(try DerivedFile(version: 2).metadata(like: file) == file.metadata)
    }

    @Test("MG-28 an attribute that changed its type gets a column of that type")
    func changedType() throws {
        func model(_ sketch: PropertySketch) -> NSManagedObjectModel {
            let model = DerivedVersions.make(list: [sketch])
            let index = NSFetchIndexElementDescription(
                property: model.entitiesByName["List"]!.propertiesByName["figure"]!, collationType: .binary)
            model.entitiesByName["List"]?.indexes = [
                NSFetchIndexDescription(name: "byFigure", elements: [index])
            ]
            return model
        }
        let file = try DerivedFile(model(.derived("figure", .stringAttributeType, "canonical:(name)")))
        try file.open(
            model(.derived("figure", .doubleAttributeType, "items.@avg.points")), DerivedVersions.migrating)
        #expect(try file.values("ZFIGURE", of: "ZLIST") == ["1.5", "1.0", "NULL"])
        let schema = try RawDatabase(file.url).rows(
            "SELECT type FROM pragma_table_info('ZLIST') WHERE name = 'ZFIGURE'"
                + " UNION ALL SELECT name FROM sqlite_master WHERE name LIKE '%byFigure'")
        #expect(schema == [["FLOAT"], ["Z_List_byFigure"]])
        #expect(try RawDatabase(file.url).value("PRAGMA integrity_check") == "ok")
    }

    @Test("MG-28 attributes of subentities, over relationships and of pairs are filled alike")
    func otherForms() throws {
        func model(_ derived: Bool) -> NSManagedObjectModel {
            let model = NSManagedObjectModel(
                EntitySketch("Person", .attribute("name"), .toMany("groups", "Group", inverse: "people")),
                EntitySketch("Student", parent: "Person", .attribute("year", .integer64AttributeType)),
                EntitySketch("Group", .attribute("name"), .toMany("people", "Person", inverse: "groups")))
            guard derived else { return model }
            let upper = NSDerivedAttributeDescription()
            (upper.name, upper.attributeType) = ("shout", .stringAttributeType)
            upper.derivationExpression = NSExpression(format: "uppercase:(name)")
            let size = NSDerivedAttributeDescription()
            (size.name, size.attributeType) = ("size", .integer64AttributeType)
            size.derivationExpression = NSExpression(format: "people.@count")
            model.entitiesByName["Student"]?.properties.append(upper)
            model.entitiesByName["Group"]?.properties.append(size)
            return model
        }
        let folder = try TemporaryFolder()
        let url = folder.file("People.sqlite")
        let first = try Stack(at: url, model(false))
        try first.context().performAndWait {
            let context = first.context()
            let group = context.insert("Group", ["name": "g"])
            context.insert("Person", ["name": "plain", "groups": Set([group])])
            context.insert("Student", ["name": "zoë", "year": 1, "groups": Set([group])])
            try context.save()
        }
        try first.coordinator.remove(first.store)
        let second = try Stack(at: url, model(true), options: DerivedVersions.migrating)
        let context = second.context()
        try context.performAndWait {
            let student = try #require(try context.all("Student").first)
            #expect(
                student.value(forKey: "shout") as? String == "ZOË"
                    && student.value(forKey: "year") as? Int == 1)
            #expect(try context.all("Group").first?.value(forKey: "size") as? Int == 2)
            #expect(try context.all("Person").count == 2)
        }
        try second.coordinator.remove(second.store)
        #expect(
            try RawDatabase(url).rows("SELECT ZNAME, ZSHOUT FROM ZPERSON ORDER BY ZNAME") == [
                ["plain", "NULL"], ["zoë", "ZOË"],
            ])
    }

    @Test("MG-28 a name that would take away another attribute's column is refused, and nothing changes")
    func nameClash() throws {
        func model(_ derived: Bool) -> NSManagedObjectModel {
            let model = NSManagedObjectModel(
                EntitySketch("Base", .attribute("name")),
                EntitySketch("Cat", parent: "Base", .attribute("kind")),
                EntitySketch("Ant", parent: "Base", .attribute("legs", .integer64AttributeType)))
            if derived {
                let kind = NSDerivedAttributeDescription()
                (kind.name, kind.attributeType) = ("kind", .stringAttributeType)
                kind.derivationExpression = NSExpression(format: "name")
                model.entitiesByName["Ant"]?.properties.append(kind)
            }
            return model
        }
        let folder = try TemporaryFolder()
        let url = folder.file("Animals.sqlite")
        let first = try Stack(at: url, model(false))
        try first.context().performAndWait {
            let context = first.context()
            context.insert("Cat", ["name": "Tom", "kind": "wild"])
            try context.save()
        }
        try first.coordinator.remove(first.store)
        let error = #expect(throws: NSError.self) {
            try Stack(at: url, model(true), options: DerivedVersions.migrating)
        }
        #expect(
            error?.code == 134020 && error?.localizedDescription.contains("Cat.kind") == true,
            "\(error as Any)")
        #expect(try RawDatabase(url).rows("SELECT * FROM pragma_table_info('ZBASE')").count == 6)
        #expect(try RawDatabase(url).value("SELECT ZKIND FROM ZBASE") == "wild")
    }

    @Test(
        "MG-28 a program that has the store open at its old version goes on, and keeps the new values right")
    func whileOpen() throws {
        let file = try DerivedFile(version: 1)
        let old = try Stack(at: file.url, DerivedVersions.version(1))
        let context = old.context()
        let count = try context.performAndWait { try context.all("Item").count }
        #expect(count == 4)
        let new = try Stack(at: file.url, DerivedVersions.version(2), options: DerivedVersions.migrating)
        try context.performAndWait {
            let list = try #require(try context.all("List", "name == 'C'").first)
            list.setValue("D", forKey: "name")
            context.insert("Item", ["title": "later", "list": list])
            try context.save()
        }
        let other = new.context()
        try other.performAndWait {
            let list = try #require(try other.all("List", "name == 'D'").first)
            #expect(list.value(forKey: "count") as? Int == 1)
        }
        #expect(try file.counts == ["2", "1", "1"])
        #expect(try file.labels == ["A", "A", "B", "NULL", "D"])
    }

    @Test("MG-28 an added attribute whose name differs in case only: both have their own values and triggers")
    func similarNames() throws {
        let file = try DerivedFile(version: 2)
        func model() -> NSManagedObjectModel {
            DerivedVersions.make(
                list: [
                    .derived("count", .integer64AttributeType, "items.@count"),
                    .derived("COUNT", .integer64AttributeType, "items.@sum.points"),
                ], item: [.derived("label", .stringAttributeType, "list.name")])
        }
        try file.open(model(), DerivedVersions.migrating)
        let before = try file.content()
        try file.open(model())
        #expect(try file.content() == before)
        let stack = try Stack(at: file.url, model())
        let context = stack.context()
        try context.performAndWait {
            let list = try #require(try context.all("List", "name == 'B'").first)
            context.insert("Item", ["title": "new", "points": 5, "list": list])
            try context.save()
            let lists = try context.all("List", by: "name")
            #expect(lists.map { $0.value(forKey: "count") as? Int } == [2, 2, 0])
            #expect(lists.map { $0.value(forKey: "COUNT") as? Int } == [3, 6, 0])
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test("MG-28 a column of another type makes room, though triggers of a removed attribute write it")
    func takenOver() throws {
        func model(_ ant: EntitySketch) -> NSManagedObjectModel {
            NSManagedObjectModel(
                EntitySketch("Base", .attribute("name")), ant,
                EntitySketch(
                    "Cat", parent: "Base", .attribute("legs", .integer64AttributeType, default: 4),
                    .derived("kind", .integer64AttributeType, "legs")))
        }
        let folder = try TemporaryFolder()
        let url = folder.file("Animals.sqlite")
        let first = try Stack(
            at: url,
            model(EntitySketch("Ant", parent: "Base", .derived("kind", .stringAttributeType, "name"))))
        try first.context().performAndWait {
            let context = first.context()
            context.insert("Cat", ["name": "Tom"])
            context.insert("Ant", ["name": "Ada"])
            try context.save()
        }
        try first.coordinator.remove(first.store)
        let second = try Stack(
            at: url, model(EntitySketch("Ant", parent: "Base")), options: DerivedVersions.migrating)
        let context = second.context()
        try context.performAndWait {
            let cat = try #require(try context.all("Cat").first)
            #expect(cat.value(forKey: "kind") as? Int == 4)
            cat.setValue(3, forKey: "legs")
            try context.save()
            #expect(cat.value(forKey: "kind") as? Int == 3)
        }
        try second.coordinator.remove(second.store)
        #expect(
            try RawDatabase(url).rows(
                "SELECT name FROM sqlite_master WHERE name LIKE '%Ant^_kind%' ESCAPE '^'"
            ).isEmpty)
    }

    @Test("MG-28 a store of one configuration is migrated like one of all entities")
    func configuration() throws {
        func model(_ version: Int) -> NSManagedObjectModel {
            let model = DerivedVersions.version(version)
            let other = NSEntityDescription()
            other.name = "Aside"
            model.entities.append(other)
            model.setEntities(model.entities.filter { $0.name != "Aside" }, forConfigurationName: "Lists")
            return model
        }
        let folder = try TemporaryFolder()
        let url = folder.file("Lists.sqlite")
        func open(_ version: Int, _ body: (NSManagedObjectContext) throws -> Void) throws {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(version))
            let store = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: "Lists", at: url,
                options: DerivedVersions.migrating)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait { try body(context) }
            try coordinator.remove(store)
        }
        try open(1) { context in
            let list = context.insert("List", ["name": "A"])
            context.insert("Item", ["title": "a", "list": list])
            try context.save()
        }
        try open(2) { context in
            let (list, item) = (try context.all("List").first, try context.all("Item").first)
            #expect(list?.value(forKey: "count") as? Int == 1)
            #expect(item?.value(forKey: "label") as? String == "A")
        }
        #expect(try RawDatabase(url).value("SELECT COUNT(*) FROM Z_PRIMARYKEY") == "2")
    }

    @Test("MG-28 many who open the store at once find it done by one of them")
    func together() async throws {
        let file = try DerivedFile(version: 1)
        let url = file.url
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let stack = try Stack(
                        at: url, DerivedVersions.version(2), options: DerivedVersions.migrating)
                    let context = stack.context()
                    let counts = try context.performAndWait {
                        try context.all("List", by: "name").map { $0.value(forKey: "count") as? Int }
                    }
                    #expect(counts == [2, 1, 0])
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.count(of: "count") == 5)
    }
}

extension DerivedFile {
    /// The metadata with another store's identifier.
    fileprivate func metadata(like other: DerivedFile) throws -> [String: PropertyListValue] {
        var metadata = try metadata
        metadata["NSStoreUUID"] = try other.metadata["NSStoreUUID"]
        return metadata
    }
}
