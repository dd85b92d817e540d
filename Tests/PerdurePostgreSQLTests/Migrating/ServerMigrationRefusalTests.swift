// SPDX-License-Identifier: Apache-2.0
// Migrations of stores on servers that cannot begin, or that are cancelled: each has its code, and the store keeps its version.

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
import Testing

/// Cancels the migration at the first author.
final class ServerCancellingPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource object: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        manager.cancelMigrationWithError(NSError(domain: "mine", code: 17))
    }
}

@Suite("PostgreSQL: refused migrations", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerMigrationRefusalTests {
    private let namespace: ServerNamespace

    init() throws { namespace = try MappedAuthors.filled() }

    /// The error of opening the store under the new model; it is the old one's afterwards as before.
    private func refusal(_ more: [AnyHashable: Any], sourceLocation: SourceLocation = #_sourceLocation) throws
        -> NSError
    {
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        let error = #expect(throws: NSError.self, sourceLocation: sourceLocation) {
            try MappedAuthors.open(namespace, MappedAuthors.new, options.merging(more) { $1 })
        }
        try expectOld(sourceLocation)
        return try #require(error, sourceLocation: sourceLocation)
    }

    private func expectOld(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        let old = try MappedAuthors.open(namespace, MappedAuthors.old)
        let names = try old.performAndWait {
            try old.all("Author", by: "name").map { $0.value(forKey: "name") as? String }
        }
        #expect(names == ["Ada", "Alan"], sourceLocation: sourceLocation)
        try MappedAuthors.close(old)
    }

    private func stages(_ models: NSManagedObjectModel...) -> [AnyHashable: Any] {
        let stage = NSLightweightMigrationStage(models.map(\.versionChecksum))
        return [NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage])]
    }

    @Test("MG-21 PG-138 a store of a version that nobody knows is 134130, which says so")
    func unknownSource() throws {
        let options = MappedAuthors.options(namespace)
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: PostgreSQLStoreType, at: namespace.url, options: options)
        // Hashes that no model of this process has.
        metadata[NSStoreModelVersionHashesKey] = ["Author": Data(repeating: 7, count: 32)]
        try NSPersistentStoreCoordinator.setMetadata(
            metadata, forPersistentStoreOfType: PostgreSQLStoreType, at: namespace.url, options: options)
        let error = #expect(throws: NSError.self) {
            try MappedAuthors.open(
                namespace, MappedAuthors.new,
                [
                    NSMigratePersistentStoresAutomaticallyOption: true,
                    NSInferMappingModelAutomaticallyOption: true,
                ])
        }
        let found = try TestStores.run("SELECT count(*) FROM \"\(namespace.name)\".author")
        #expect(try found.value(0, 0) == .int8(2))
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSMigrationMissingSourceModelError)
        #expect(error?.userInfo["metadata"] is [String: Any])
        #expect(error?.userInfo["reason"] as? String == "Can't find model for source store")
    }

    @Test("MG-24 MIG-101 PG-138 a policy that cancels ends the migration with its own error")
    func cancelled() throws {
        let mapping = try MappedAuthors.mapping()
        for entity in mapping.entityMappings where entity.destinationEntityName == "Author" {
            entity.entityMigrationPolicyClassName = "ServerCancellingPolicy"
        }
        let destination = try ServerNamespace()
        let manager = NSMigrationManager(sourceModel: MappedAuthors.old, destinationModel: MappedAuthors.new)
        let error = #expect(throws: NSError.self) {
            try manager.migrateStore(
                from: namespace.url, type: .postgreSQL, mapping: mapping, to: destination.url,
                type: .postgreSQL)
        }
        #expect(error?.domain == "mine" && error?.code == 17)
        try expectOld()
        #expect(
            try MappedAuthors.rows(
                "SELECT tablename::text FROM pg_tables WHERE schemaname = '\(destination.name)'")
                == [])
        // In place of the store it is the reason of 134110.
        let migration = HeavyMigration(
            url: namespace.url, type: PostgreSQLStoreType, options: MappedAuthors.options(namespace),
            from: MappedAuthors.old, to: MappedAuthors.new, mapping: mapping)
        let inPlace = #expect(throws: NSError.self) { try migration.run() }
        #expect(inPlace?.code == NSMigrationError)
        #expect((inPlace?.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == "mine")
        try expectOld()
        #expect(try MappedAuthors.isClean(namespace))
    }

    @Test("MG-26 MIG-122 PG-138 a version that occurs twice among the stages is 134110 with Apple's text")
    func twice() throws {
        let error = try refusal(stages(MappedAuthors.old, MappedAuthors.new, MappedAuthors.old))
        #expect(error.code == NSMigrationError)
        #expect(error.localizedDescription == "Duplicate version checksums across stages detected.")
    }

    @Test("MG-27 MIG-125 PG-138 a store that is newer than the model is 134506 with Apple's text")
    func backwards() throws {
        let error = try refusal(stages(MappedAuthors.new, MappedAuthors.old))
        #expect(error.code == NSStagedMigrationBackwardMigrationError)
        #expect(
            error.localizedDescription == "A store file cannot be migrated backwards with staged migration.")
    }
}
#endif
