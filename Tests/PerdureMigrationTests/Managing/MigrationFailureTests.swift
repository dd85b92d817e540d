// SPDX-License-Identifier: Apache-2.0
// Migrations that fail: codes, facts, and that nothing has changed.

import CoreData
import PerdureTestSupport
import Testing

/// Ends the migration.
final class Canceller: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        manager.cancelMigrationWithError(NSError(domain: "mine", code: 17))
    }
}

@Suite("Failing migrations") struct MigrationFailureTests {
    /// The content of a store's files; an empty -wal is none.
    private func bytes(_ url: URL) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter {
                $0.hasPrefix(url.lastPathComponent) && !$0.hasSuffix("-shm")
            }.map {
                ($0, try Data(contentsOf: url.deletingLastPathComponent().appendingPathComponent($0)))
            }
        ).filter { !$0.value.isEmpty }
    }

    /// Migrates, expects an error, and that no file has changed.
    private func failure(
        _ sample: LibrarySample, _ mapping: NSMappingModel, by manager: NSMigrationManager? = nil
    )
        throws -> NSError
    {
        let before = try bytes(sample.source)
        let error = #expect(throws: (any Error).self) { try sample.migrate(mapping, by: manager) }
        let now = try bytes(sample.source)
        #expect(now.keys.sorted() == before.keys.sorted())
        #expect(now == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: sample.folder.url.path)
        #expect(names.filter { !$0.hasPrefix("Old.sqlite") } == [])
        return try #require(error) as NSError
    }

    @Test(
        "MIG-102 MIG-104 an error of a hook is 134170 over it, end is called, and no destination is left",
        arguments: [
            "begin", "create", "endCreation", "relate", "endRelating", "validate", "end",
        ])
    func failsInHook(_ hook: String) throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "RecordingPolicy"
        let log = HookLog(failing: hook)
        let error = try failure(sample, mapping, by: sample.manager(log))
        #expect(error.code == NSEntityMigrationPolicyError)
        #expect(error.userInfo[NSUnderlyingErrorKey] is HookLog.Failure)
        #expect(error.userInfo["entityMapping"] as? String == "IEM_Transform_Author")
        #expect((error.userInfo["hook"] as? String)?.isEmpty == false)
        #expect(log.calls.filter { $0 == "end Writer" }.count == 1)
    }

    @Test("MIG-101 a cancelled migration throws the given error itself")
    func cancels() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "Canceller"
        let error = try failure(sample, mapping)
        #expect(error.domain == "mine" && error.code == 17)
    }

    @Test("MIG-91 a source that is missing or has another version is 134150 over 260 or 134100")
    func refusesSources() throws {
        let sample = try LibrarySample()
        let wrong = NSMigrationManager(sourceModel: sample.new, destinationModel: sample.new)
        let version = try failure(sample, try sample.inferred(), by: wrong)
        #expect(version.code == NSMigrationManagerSourceStoreError)
        #expect(
            (version.userInfo[NSUnderlyingErrorKey] as? NSError)?.code
                == NSPersistentStoreIncompatibleVersionHashError)
        let missing = #expect(throws: NSError.self) {
            try sample.manager().migrateStore(
                from: sample.folder.file("None.sqlite"), type: .sqlite, mapping: try sample.inferred(),
                to: sample.destination, type: .sqlite)
        }
        #expect(missing?.code == NSMigrationManagerSourceStoreError)
        #expect((missing?.userInfo[NSUnderlyingErrorKey] as? CocoaError)?.code == .fileReadNoSuchFile)
        #expect(throws: CoreDataException.self) {
            try sample.manager().migrateStore(
                from: sample.source, type: .sqlite, mapping: try sample.inferred(), to: sample.source,
                type: .sqlite)
        }
    }

    @Test("MIG-91 a mapping of other versions is 134140, a destination of another version 134160")
    func refusesMappings() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.sourceEntityVersionHash = Data([1])
        #expect(try failure(sample, mapping).code == NSMigrationMissingMappingModelError)
        let old = try #require(try? Data(contentsOf: sample.source))
        try old.write(to: sample.destination)
        let error = #expect(throws: NSError.self) { try sample.migrate(try sample.inferred()) }
        #expect(error?.code == NSMigrationManagerDestinationStoreError)
        #expect(try Data(contentsOf: sample.destination) == old)
    }

    @Test("MIG-92 without a mapping model it is 134140")
    func needsMapping() throws {
        let sample = try LibrarySample()
        let error = #expect(throws: NSError.self) {
            try sample.manager().migrateStore(
                from: sample.source, sourceType: NSSQLiteStoreType, with: nil,
                toDestinationURL: sample.destination,
                destinationType: NSSQLiteStoreType)
        }
        #expect(error?.code == NSMigrationMissingMappingModelError)
    }

    @Test("MIG-103 the destination's model decides at the end what is valid: 134110 over the error")
    func validates() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.set("fullName", "CAST(nil, 'NSString')")
        mapping.mapping(to: "Writer")?.name = "Writers"
        let error = try failure(sample, mapping)
        #expect(error.code == NSMigrationError)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.code == NSValidationMultipleErrorsError)
        let details = try #require(cause.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(
            details.map(\.code) == [
                NSValidationMissingMandatoryPropertyError, NSValidationMissingMandatoryPropertyError,
            ])
    }

    @Test("MIG-103 a violated constraint is 134110 over 134111")
    func keepsConstraints() throws {
        let sample = try LibrarySample()
        let unique = LibrarySample.second
        unique.entitiesByName["Writer"]?.uniquenessConstraints = [["fullName"]]
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: sample.old, destinationModel: unique)
        mapping.mapping(to: "Writer")?.set("fullName", "'same'")
        let manager = NSMigrationManager(sourceModel: sample.old, destinationModel: unique)
        let error = try failure(sample, mapping, by: manager)
        #expect(error.code == NSMigrationError)
        #expect(
            (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == NSMigrationConstraintViolationError)
    }

    @Test(
        "MIG-104 a destination that existed is as before after a failure, and has more objects after a migration"
    )
    func addsToDestination() throws {
        let sample = try LibrarySample()
        try LibrarySample.with(sample.new, sample.destination) { context in
            _ = LibrarySample.insert("Writer", context, ["fullName": "Early"])
            try context.save()
        }
        let uuid =
            try NSPersistentStoreCoordinator.metadataForPersistentStore(
                type: .sqlite, at: sample.destination)[
                NSStoreUUIDKey] as? String
        let broken = try sample.inferred()
        broken.mapping(to: "Writer")?.entityMigrationPolicyClassName = "RecordingPolicy"
        let manager = sample.manager(HookLog(failing: "validate"))
        #expect(throws: NSError.self) { try sample.migrate(broken, by: manager) }
        #expect(try sample.lines() == ["Writer fullName=Early works=[]"])
        try sample.migrate(try sample.inferred())
        #expect(try sample.lines().count == 9)
        let now = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            type: .sqlite, at: sample.destination)
        #expect(now[NSStoreUUIDKey] as? String == uuid)
    }

    @Test("MIG-91 an unknown policy class is 134110 that names it, before anything is made")
    func namesUnknownPolicy() throws {
        let sample = try LibrarySample()
        let mapping = try sample.inferred()
        mapping.mapping(to: "Shelf")?.entityMigrationPolicyClassName = "NoSuchPolicy"
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "RecordingPolicy"
        let log = HookLog()
        let error = try failure(sample, mapping, by: sample.manager(log))
        #expect(error.code == NSMigrationError)
        #expect((error.userInfo["reason"] as? String)?.contains("NoSuchPolicy") == true)
        #expect(log.calls == [])
    }
}
