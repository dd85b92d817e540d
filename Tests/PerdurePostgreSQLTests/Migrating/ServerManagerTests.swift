// SPDX-License-Identifier: Apache-2.0
// NSMigrationManager between stores of which at least one is on a server.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureMapping
import PerdureMigration
import PerdurePostgreSQLClient
import PerdurePostgreSQLStores
import PerdureTestSupport
import Synchronization
import Testing

@Suite("PostgreSQL: migration managers", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerManagerTests {
    @Test(
        "PG-138 MIG-91 NSMigrationManager migrates from and into servers",
        arguments: [(true, true), (true, false), (false, true)])
    func manager(_ fromServer: Bool, _ toServer: Bool) throws {
        let folder = try TemporaryFolder()
        let (from, to) = (try ServerNamespace(), try ServerNamespace())
        let (source, destination) = (folder.file("old.sqlite"), folder.file("new.sqlite"))
        let first = NSPersistentStoreCoordinator(managedObjectModel: MappedAuthors.old)
        let store = try first.addPersistentStore(
            ofType: fromServer ? PostgreSQLStoreType : NSSQLiteStoreType, configurationName: nil,
            at: fromServer ? from.url : source, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = first
        try MappedAuthors.fill(context)
        try first.remove(store)
        let manager = NSMigrationManager(sourceModel: MappedAuthors.old, destinationModel: MappedAuthors.new)
        try manager.migrateStore(
            from: fromServer ? from.url : source, type: fromServer ? .postgreSQL : .sqlite,
            mapping: try MappedAuthors.mapping(), to: toServer ? to.url : destination,
            type: toServer ? .postgreSQL : .sqlite)
        let second = NSPersistentStoreCoordinator(managedObjectModel: MappedAuthors.new)
        try second.addPersistentStore(
            ofType: toServer ? PostgreSQLStoreType : NSSQLiteStoreType, configurationName: nil,
            at: toServer ? to.url : destination, options: nil)
        let found = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        found.persistentStoreCoordinator = second
        #expect(try MappedAuthors.authors(found) == MappedAuthors.migrated)
        if toServer { #expect(try MappedAuthors.isClean(to)) }
    }

    @Test(
        "PG-138 MIG-104 a store on a server that has the new version gets the objects added, once for each migration"
    )
    func added() throws {
        let (from, to) = (try MappedAuthors.filled(), try ServerNamespace())
        for count in [2, 4] {
            let manager = NSMigrationManager(
                sourceModel: MappedAuthors.old, destinationModel: MappedAuthors.new)
            try manager.migrateStore(
                from: from.url, type: .postgreSQL, mapping: try MappedAuthors.mapping(), to: to.url,
                type: .postgreSQL)
            let context = try MappedAuthors.open(to, MappedAuthors.new)
            #expect(try MappedAuthors.authors(context).count == count)
            try MappedAuthors.close(context)
        }
    }

    @Test("PG-138 a store on a server cannot be migrated into itself, however its namespace is named")
    func itself() throws {
        let namespace = try MappedAuthors.filled()
        let base = try #require(URL(string: TestStores.url ?? ""))
        let manager = NSMigrationManager(sourceModel: MappedAuthors.old, destinationModel: MappedAuthors.new)
        let error = #expect(throws: CoreDataException.self) {
            try manager.migrateStore(
                from: namespace.url, type: .postgreSQL, options: MappedAuthors.options(namespace),
                mapping: try MappedAuthors.mapping(), to: base, type: .postgreSQL,
                options: MappedAuthors.options(namespace))
        }
        #expect(error?.reason.contains("into itself") == true)
    }
}
#endif
