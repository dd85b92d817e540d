// SPDX-License-Identifier: Apache-2.0
// When a store of another version is migrated, and with which error it is refused.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: the decision") struct DecisionTests {
    private static let migrate = NSMigratePersistentStoresAutomaticallyOption
    private static let infer = NSInferMappingModelAutomaticallyOption

    @Test("MIG-1 a store of the same version opens without a migration, whatever the options say")
    func sameVersion() throws {
        let file = try LibraryFile()
        let before = try file.content()
        for options in [[:], LibraryVersions.migrating] { try file.open(LibraryVersions.first(), options) }
        #expect(try file.content() == before)
    }

    @Test(
        "MIG-2 without the option to migrate it is 134100 with the metadata and Apple's reason",
        arguments: [[:], [infer: true], [migrate: false, infer: true]])
    func notAsked(_ options: [String: Bool]) throws {
        let error = try LibraryFile().refusal(LibraryVersions.second(), options)
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134100)
        let metadata = error.userInfo["metadata"] as? [String: Any]
        #expect(
            (metadata?[NSStoreModelVersionHashesKey] as? [String: Data])?.keys.sorted() == ["Author", "Book"])
        #expect(
            error.userInfo["reason"] as? String
                == "The model used to open the store is incompatible with the one used to create the store")
    }

    @Test("MIG-3 the options are numbers or booleans")
    func forms() throws {
        let file = try LibraryFile()
        try file.open(
            LibraryVersions.second(), [Self.migrate: NSNumber(value: true), Self.infer: NSNumber(value: 1)])
        try file.refusal(LibraryVersions.first(), [Self.migrate: NSNumber(value: false), Self.infer: true])
        try file.open(LibraryVersions.first(), [Self.migrate: true, Self.infer: true])
    }

    @Test("MIG-3 a container just opens a store of another version, unless its description says otherwise")
    func container() throws {
        let file = try LibraryFile()
        let container = NSPersistentContainer(
            name: "Library", managedObjectModel: LibraryVersions.second())
        let description = NSPersistentStoreDescription(url: file.url)
        container.persistentStoreDescriptions = [description]
        description.shouldMigrateStoreAutomatically = false
        #expect(Self.load(container).map { ($0 as NSError?)?.code } == [134100])
        description.shouldMigrateStoreAutomatically = true
        #expect(Self.load(container).map { ($0 as NSError?)?.code } == [nil])
        let books = try container.viewContext.all("Book", by: "title")
        #expect(books.map { $0.value(forKey: "language") as? String } == ["en", "en", "en"])
    }

    /// The results of loading, one for each description.
    static func load(_ container: NSPersistentContainer) -> [(any Error)?] {
        var results: [(any Error)?] = []
        container.loadPersistentStores { _, error in results.append(error) }
        return results
    }

    @Test("MIG-4 a store whose version is ignored is neither compared nor migrated")
    func ignored() throws {
        let file = try LibraryFile()
        let before = try file.content()
        let options = LibraryVersions.migrating.merging([NSIgnorePersistentStoreVersioningOption: true]) {
            $1
        }
        try file.open(LibraryVersions.withoutPages(), options)
        #expect(try file.content() == before)
    }

    @Test("MIG-6 an empty or missing file becomes a store of the model", arguments: [false, true])
    func empty(_ exists: Bool) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("New.sqlite")
        if exists { try Data().write(to: url) }
        let stack = try Stack(at: url, LibraryVersions.second(), options: LibraryVersions.migrating)
        #expect(
            stack.coordinator.metadata(for: stack.store)[NSPersistentStoreModelVersionChecksumKey] as? String
                == LibraryVersions.second().versionChecksum)
    }

    @Test("MIG-7 MIG-31 without inference and without a mapping model it is 134140")
    func notInferred() throws {
        let error = try LibraryFile().refusal(LibraryVersions.second(), [Self.migrate: true])
        try Self.expectMissingMapping(error)
        #expect(error.userInfo[NSUnderlyingErrorKey] == nil)
    }

    @Test("MIG-31 what cannot be inferred is 134140 with the 134190 below it")
    func refused() throws {
        let error = try LibraryFile().refusal(LibraryVersions.numbered())
        try Self.expectMissingMapping(error)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.code == 134190)
        #expect(
            cause.userInfo["entity"] as? String == "Book" && cause.userInfo["property"] as? String == "title")
        #expect(
            cause.userInfo["reason"] as? String == "Source and destination attribute types are incompatible")
        #expect(error.localizedRecoverySuggestion?.contains("\"Book.title\"") == true)
    }

    /// The error of a store without a way to the model.
    static func expectMissingMapping(_ error: NSError, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        #expect(error.domain == NSCocoaErrorDomain && error.code == 134140, sourceLocation: sourceLocation)
        #expect(
            error.localizedDescription == "Persistent store migration failed, missing mapping model.",
            sourceLocation: sourceLocation)
        #expect(
            error.userInfo["reason"] as? String
                == "Can't find or automatically infer mapping model for migration",
            sourceLocation: sourceLocation)
        let models = ["sourceModel", "destinationModel"].map {
            error.userInfo[$0] as? NSManagedObjectModel
        }
        #expect(models.allSatisfy { $0 != nil }, sourceLocation: sourceLocation)
        #expect(models[0]?.entitiesByName["Author"] != nil, sourceLocation: sourceLocation)
    }

    @Test("MIG-8 a read-only store is not migrated, and the error says so")
    func readOnly() throws {
        let options = LibraryVersions.migrating.merging([NSReadOnlyPersistentStoreOption: true]) { $1 }
        let error = try LibraryFile().refusal(LibraryVersions.second(), options)
        #expect(error.code == 134100 && error.userInfo["metadata"] is [String: Any])
        #expect((error.userInfo["reason"] as? String)?.contains("read-only") == true)
    }

    @Test(
        "MIG-8 a file that may not be written is not migrated",
        .enabled(if: geteuid() != 0, "the user is root"))
    func unwritable() throws {
        let file = try LibraryFile()
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.url.path)
        #expect(try file.refusal(LibraryVersions.second()).code == 134100)
    }

    @Test("MIG-9 a refused store leaves the coordinator without it, and usable")
    func usableAfterwards() throws {
        let bad = try LibraryFile()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryVersions.numbered())
        #expect(throws: (any Error).self) {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: bad.url,
                options: LibraryVersions.migrating)
        }
        #expect(coordinator.persistentStores.isEmpty)
        let folder = try TemporaryFolder()
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("New.sqlite"),
            options: LibraryVersions.migrating)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            context.insert("Book", ["title": 7])
            try context.save()
        }
        try bad.open(LibraryVersions.first(), [:])
    }
}
