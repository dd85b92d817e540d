// SPDX-License-Identifier: Apache-2.0
// Entities whose tables have parts: how they are made, used, copied and migrated.

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureMapping
import PerdureMigration
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: tables in parts", .enabled(if: TestStores.isThere, TestStores.advice))
struct PartitionTests {
    /// Events of owners; events have as many parts as the text says.
    private static func model(_ parts: String? = "4", _ more: NSAttributeDescription...)
        -> NSManagedObjectModel
    {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Event", .attribute("name"), .attribute("rank", .integer32AttributeType),
                .toOne("owner", "Owner", inverse: "events"), .toMany("causes", "Event", inverse: "effects"),
                .toMany("effects", "Event", inverse: "causes")),
            EntitySketch("Owner", .attribute("name"), .toMany("events", "Event", inverse: "owner")))
        model.entitiesByName["Event"]?.properties += more
        model.entitiesByName["Event"]?.userInfo = parts.map { ["perdure.partitions": $0] } ?? [:]
        return model
    }

    private static func context(
        _ namespace: ServerNamespace, _ model: NSManagedObjectModel = model(),
        _ more: [AnyHashable: Any] = [:]
    ) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        _ = try coordinator.addPersistentStore(
            type: .postgreSQL, at: namespace.url, options: options.merging(more) { $1 })
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Saves an owner with a hundred events, each caused by the one before.
    private static func fill(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let owner = context.insert("Owner", ["name": "Ada"])
            var last: NSManagedObject?
            for number in 0..<100 {
                let event = context.insert(
                    "Event", ["name": "e\(number)", "rank": Int32(number), "owner": owner])
                if let last { event.setValue(Set([last]), forKey: "causes") }
                last = event
            }
            try context.save()
        }
    }

    /// How many rows each part has, by its name.
    private static func parts(_ namespace: ServerNamespace) throws -> [String] {
        try SharedServer.run(
            "SELECT tableoid::regclass::text || ' ' || (count(*) > 0) FROM \(namespace.name).event GROUP BY tableoid "
                + "ORDER BY 1"
        ).map { $0.components(separatedBy: ".").last ?? "" }
    }

    private static let four = (0..<4).map { "event_part_\($0) true" }

    @Test("PG-145 objects lie in parts, and are read, changed and deleted as others")
    func parts() throws {
        let namespace = try ServerNamespace()
        try Self.fill(Self.context(namespace))
        #expect(try Self.parts(namespace) == Self.four)
        let context = try Self.context(namespace)
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Event")
            request.predicate = NSPredicate(format: "ANY causes.rank == 41 AND owner.name == 'Ada'")
            let event = try #require(try context.fetch(request).first)
            #expect(event.value(forKey: "name") as? String == "e42")
            event.setValue("changed", forKey: "name")
            for other in try context.all("Event", by: "rank").prefix(10) { context.delete(other) }
            try context.save()
        }
        let again = try Self.context(namespace)
        try again.performAndWait {
            let owner = try #require(try again.all("Owner", by: "name").first)
            #expect((owner.value(forKey: "events") as? Set<NSManagedObject>)?.count == 90)
            let names = try again.all("Event", by: "rank").map { $0.value(forKey: "name") as? String }
            #expect(names.prefix(2) == ["e10", "e11"] && names[32] == "changed")
        }
    }

    @Test("PG-145 one object is looked for in one part")
    func pruning() throws {
        let namespace = try ServerNamespace()
        try Self.fill(Self.context(namespace))
        let plan = try SharedServer.run(
            "EXPLAIN (COSTS off) SELECT * FROM \(namespace.name).event WHERE id = 3")
        #expect(
            plan.filter { $0.contains("event_part_") }.count <= 2 && !plan.joined().contains("Append"),
            "\(plan)")
    }

    @Test(
        "PG-145 numbers that are none, and those of entities in another's table, are 134020 with entity and key",
        arguments: ["1", "0", "x", "257", ""])
    func wrongNumbers(_ text: String) throws {
        let namespace = try ServerNamespace()
        let error = #expect(throws: NSError.self) { try Self.context(namespace, Self.model(text)) }
        #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
        let description = error?.localizedDescription ?? ""
        #expect(
            description.contains("\"Event\"") && description.contains("perdure.partitions"), "\(description)")
        #expect(
            try SharedServer.run("SELECT 'x' FROM pg_namespace WHERE nspname = '\(namespace.name)'") == [])
    }

    @Test("PG-145 parts of a subentity, and uniqueness constraints, are refused when a store is opened")
    func refused() throws {
        let namespace = try ServerNamespace()
        let unique = Self.model()
        unique.entitiesByName["Event"]?.uniquenessConstraints = [["name"]]
        let error = #expect(throws: NSError.self) { try Self.context(namespace, unique) }
        #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
        #expect(error?.localizedDescription.contains("uniqueness constraint (name)") == true)
        let model = NSManagedObjectModel(EntitySketch("Event", .attribute("name")))
        let child = NSEntityDescription()
        child.name = "Meeting"
        child.userInfo = ["perdure.partitions": 4]
        model.entitiesByName["Event"]?.subentities = [child]
        model.entities.append(child)
        let other = #expect(throws: NSError.self) { try Self.context(namespace, model) }
        #expect(other?.localizedDescription.contains("lie in the table of \"Event\"") == true)
    }

    @Test("PG-145 PG-12 a copy of a store has as many parts, and numbers go on")
    func copied() throws {
        let (source, destination) = (try ServerNamespace(), try ServerNamespace())
        try Self.fill(Self.context(source))
        try NSPersistentStoreCoordinator(managedObjectModel: Self.model(nil)).replacePersistentStore(
            at: destination.url, destinationOptions: nil, withPersistentStoreFrom: source.url,
            sourceOptions: nil,
            ofType: PostgreSQLStoreType)
        #expect(try Self.parts(destination) == Self.four)
        let context = try Self.context(destination)
        try context.performAndWait {
            context.insert("Event", ["name": "new"])
            try context.save()
            #expect(try context.all("Event", by: "rank").count == 101)
        }
    }

    @Test("PG-145 PG-135 a migration adds columns, indexes and entities to a table with parts, at once")
    func migrated() throws {
        let namespace = try ServerNamespace()
        try Self.fill(Self.context(namespace))
        let note = NSAttributeDescription()
        (note.name, note.attributeType, note.isOptional, note.defaultValue) = (
            "note", .stringAttributeType, false, "none"
        )
        let next = Self.model("4", note)
        let rank = try #require(next.entitiesByName["Event"]?.propertiesByName["rank"])
        next.entitiesByName["Event"]?.indexes = [
            NSFetchIndexDescription(
                name: "byRank",
                elements: [NSFetchIndexElementDescription(property: rank, collationType: .binary)])
        ]
        let place = NSManagedObjectModel(EntitySketch("Place", .attribute("name")))
        let entity = try #require(place.entitiesByName["Place"]?.copy() as? NSEntityDescription)
        entity.userInfo = ["perdure.partitions": "2"]
        next.entities.append(entity)
        let context = try Self.context(namespace, next)
        try context.performAndWait {
            let notes = try context.all("Event", by: "rank").map { $0.value(forKey: "note") as? String }
            #expect(notes == .init(repeating: "none", count: 100))
            for number in 0..<20 { context.insert("Place", ["name": "p\(number)"]) }
            try context.save()
        }
        #expect(try Self.parts(namespace) == Self.four)
        #expect(
            try SharedServer.run("SELECT count(DISTINCT tableoid)::text FROM \(namespace.name).place") == [
                "2"
            ])
        let run = try ToolRun("store", "check", namespace.url.absoluteString)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    }

    /// The model without an attribute, so that indexes, keys and triggers are made anew, under another name or with a count.
    private static func changed(_ name: String = "Event", counting: Bool = false) -> NSManagedObjectModel {
        let count =
            counting ? [PropertySketch.derived("count", .integer64AttributeType, "events.@count")] : []
        let model = NSManagedObjectModel(
            EntitySketch(
                name, .attribute("name"), .toOne("owner", "Owner", inverse: "events"),
                .toMany("causes", name, inverse: "effects"), .toMany("effects", name, inverse: "causes")),
            EntitySketch(
                "Owner", properties: [.attribute("name"), .toMany("events", name, inverse: "owner")] + count))
        model.entitiesByName[name]?.renamingIdentifier = "Event"
        return model
    }

    @Test("PG-145 PG-135 keys and triggers of a table with parts are made anew, behind a rename too")
    func remade() throws {
        let namespace = try ServerNamespace()
        try Self.fill(Self.context(namespace))
        for model in [Self.changed(), Self.changed(counting: true), Self.changed("Meeting")] {
            let context = try Self.context(namespace, model)
            try context.performAndWait {
                let owner = try #require(try context.all("Owner", by: "name").first)
                #expect((owner.value(forKey: "events") as? Set<NSManagedObject>)?.count == 100)
                if owner.entity.attributesByName["count"] != nil {
                    #expect(owner.value(forKey: "count") as? Int64 == 100)
                }
            }
            for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
                try context.persistentStoreCoordinator?.remove(store)
            }
        }
        // The names of parts and sequence are still those of Event.
        let next = Self.changed("Meeting")
        let event = try #require(Self.model("3").entitiesByName["Event"])
        let plain = NSEntityDescription()
        (plain.name, plain.userInfo, plain.renamingIdentifier) = ("Event", event.userInfo, "Another")
        let name = NSAttributeDescription()
        (name.name, name.attributeType) = ("name", .stringAttributeType)
        plain.properties = [name]
        next.entities.append(plain)
        let context = try Self.context(namespace, next)
        try context.performAndWait {
            for number in 0..<30 { context.insert("Event", ["name": "n\(number)"]) }
            try context.save()
            #expect(try context.all("Meeting", by: "name").count == 100)
        }
        #expect(
            try SharedServer.run("SELECT count(DISTINCT tableoid)::text FROM \(namespace.name).event") == [
                "3"
            ])
    }

    @Test("PG-145 a constraint is refused for a table with parts, also when the model asks for none any more")
    func lateConstraint() throws {
        let namespace = try ServerNamespace()
        try Self.fill(Self.context(namespace))
        let unique = Self.model(nil)
        unique.entitiesByName["Event"]?.uniquenessConstraints = [["name"]]
        let error = #expect(throws: NSError.self) { try Self.context(namespace, unique) }
        let text = "\(String(describing: error))"
        #expect(text.contains("Event") && text.contains("uniqueness constraint (name)"), "\(text)")
        #expect(try Self.parts(namespace) == Self.four)
    }

    @Test("PG-145 PG-138 a mapping model makes the new table with parts, and moves all of them")
    func mapped() throws {
        let namespace = try MappedAuthors.filled()
        let model = MappedAuthors.new.copy() as? NSManagedObjectModel ?? NSManagedObjectModel()
        model.entitiesByName["Book"]?.userInfo = ["perdure.partitions": "3"]
        let migration = HeavyMigration(
            url: namespace.url, type: PostgreSQLStoreType, options: MappedAuthors.options(namespace),
            from: MappedAuthors.old, to: model, mapping: try MappedAuthors.mapping())
        try migration.run()
        #expect(try MappedAuthors.isClean(namespace))
        let found = try SharedServer.run(
            "SELECT relname::text FROM pg_class WHERE relnamespace = '\(namespace.name)'::regnamespace AND relispartition "
                + "AND relkind = 'r' ORDER BY 1")
        #expect(found == (0..<3).map { "book_part_\($0)" })
        #expect(try MappedAuthors.authors(MappedAuthors.open(namespace, model)) == MappedAuthors.migrated)
    }

    @Test("PG-145 PG-60 a table that an administrator has divided by ranges is attached")
    func attached() throws {
        let namespace = try ServerNamespace()
        try SharedServer.run(
            "CREATE SCHEMA \(namespace.name)",
            "CREATE SEQUENCE \(namespace.name).keys",
            "CREATE TABLE \(namespace.name).event (id bigint NOT NULL DEFAULT nextval('\(namespace.name).keys') PRIMARY KEY, "
                + "name text, rank integer) PARTITION BY RANGE (id)",
            "ALTER SEQUENCE \(namespace.name).keys OWNED BY \(namespace.name).event.id",
            "CREATE TABLE \(namespace.name).low PARTITION OF \(namespace.name).event FOR VALUES FROM (0) TO (3)",
            "CREATE TABLE \(namespace.name).high PARTITION OF \(namespace.name).event FOR VALUES FROM (3) TO (1000)",
            "INSERT INTO \(namespace.name).event (name, rank) SELECT 'e' || n, n FROM generate_series(1, 5) n"
        )
        let model = NSManagedObjectModel(
            EntitySketch("Event", .attribute("name"), .attribute("rank", .integer32AttributeType)))
        let context = try Self.context(namespace, model, ["PerdurePostgreSQLSchemaCreation": "attach"])
        try context.performAndWait {
            let events = try context.all("Event", by: "rank")
            #expect(events.count == 5)
            events[4].setValue("changed", forKey: "name")
            context.delete(events[0])
            context.insert("Event", ["name": "new", "rank": Int32(9)])
            try context.save()
            events[3].setValue("again", forKey: "name")
            try context.save()
        }
        let found = try SharedServer.run("SELECT name FROM \(namespace.name).event ORDER BY rank")
        #expect(found == ["e2", "e3", "again", "changed", "new"])
    }
}
#endif
