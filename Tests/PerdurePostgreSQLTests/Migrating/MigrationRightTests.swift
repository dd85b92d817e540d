// SPDX-License-Identifier: Apache-2.0
// Migrations by roles with and without the rights that they take, and what other processes hear of a migration.

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: rights of migrations", .enabled(if: TestStores.isThere, TestStores.advice))
struct MigrationRightTests {
    private static let old = NSManagedObjectModel(EntitySketch("City", .attribute("name")))
    private static let new = NSManagedObjectModel(
        EntitySketch("City", .attribute("name"), .attribute("note")),
        EntitySketch("River", .attribute("length", .doubleAttributeType)))

    private static func open(
        _ namespace: ServerNamespace, _ model: NSManagedObjectModel, _ more: [AnyHashable: Any] = [:]
    ) throws -> NSManagedObjectContext {
        let automatic: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            type: .postgreSQL, at: namespace.url, options: automatic.merging(more) { $1 })
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private static func save(_ context: NSManagedObjectContext, _ entity: String = "City") throws {
        try context.performAndWait {
            context.insert(entity, [:])
            try context.save()
        }
    }

    /// Runs a body with a new role that may read and write what is in a namespace.
    private static func withRole(_ namespace: ServerNamespace, _ body: (String) throws -> Void) throws {
        let role = "role_\(UInt32.random(in: 0 ... .max))"
        try TestStores.run("CREATE ROLE \(role)")
        defer {
            _ = try? TestStores.run("DROP OWNED BY \(role)")
            _ = try? TestStores.run("DROP ROLE \(role)")
        }
        for text in [
            "GRANT USAGE ON SCHEMA \(namespace.name) TO \(role)",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(namespace.name) TO \(role)",
            "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA \(namespace.name) TO \(role)",
        ] { try TestStores.run(text) }
        try body(role)
    }

    @Test(
        "PG-136 a role that does not own the tables is told what is missing and what prints the statements; nothing has changed"
    )
    func missing() throws {
        let namespace = try ServerNamespace()
        try Self.save(Self.open(namespace, Self.old))
        try Self.withRole(namespace) { role in
            let error = #expect(throws: NSError.self) {
                try Self.open(namespace, Self.new, ["PerdurePostgreSQLRole": role])
            }
            #expect(error?.code == NSFileReadNoPermissionError)
            let text = error?.localizedDescription ?? ""
            #expect(text.contains("must be owner of table city"), "\(text)")
            #expect(text.contains("perdure postgresql schema"), "\(text)")
        }
        try Self.save(Self.open(namespace, Self.old))
    }

    @Test("PG-136 what a migration makes belongs to the owner role, and the running role may use it")
    func owner() throws {
        let namespace = try ServerNamespace()
        try Self.save(Self.open(namespace, Self.old))
        let owner = try SharedServer.run("SELECT current_user::text")[0]
        try Self.withRole(namespace) { role in
            let options: [AnyHashable: Any] = [
                "PerdurePostgreSQLRole": role, "PerdurePostgreSQLOwnerRole": owner,
            ]
            let context = try Self.open(namespace, Self.new, options)
            try Self.save(context, "River")
            let owners = try SharedServer.run(
                "SELECT DISTINCT tableowner::text FROM pg_tables WHERE schemaname = '\(namespace.name)'")
            #expect(owners == [owner])
        }
    }

    @Test(
        "PG-137 a migration does not wait for an idle generation of another process, which ends; its next save is 134100"
    )
    func generations() throws {
        let namespace = try ServerNamespace()
        let other = try Self.open(namespace, Self.old)
        try Self.save(other)
        try other.performAndWait {
            try other.setQueryGenerationFrom(.current)
            #expect(try other.all("City", by: "name").count == 1)
        }
        // Without the message it would wait for the lock that the generation holds.
        let context = try Self.open(namespace, Self.new, [NSPersistentStoreTimeoutOption: 20])
        #expect(try context.performAndWait { try context.all("City", by: "name").count } == 1)
        let error = #expect(throws: NSError.self) { try Self.save(other) }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    }

    @Test("PG-137 a process that reads what a migration has renamed gets 134100, and its next save too")
    func renamed() throws {
        let namespace = try ServerNamespace()
        let other = try Self.open(namespace, Self.old)
        try Self.save(other)
        let renamed = NSManagedObjectModel(EntitySketch("City", .attribute("title")))
        renamed.entitiesByName["City"]?.attributesByName["title"]?.renamingIdentifier = "name"
        _ = try Self.open(namespace, renamed)
        let read = #expect(throws: NSError.self) {
            try other.performAndWait {
                other.reset()
                _ = try other.all("City", by: "name")
            }
        }
        #expect(read?.code == NSPersistentStoreIncompatibleVersionHashError)
        let saved = #expect(throws: NSError.self) { try Self.save(other) }
        #expect(saved?.code == NSPersistentStoreIncompatibleVersionHashError)
    }
}
#endif
