// SPDX-License-Identifier: Apache-2.0
// The automatic migration by a mapping model: the store's file gets new content, and others may have it open.

import CoreData
import PerdureTestSupport
import Testing

@testable import PerdureMigration

/// Writes to the source while it is migrated, as often as the mapping says.
final class IntrudingPolicy: NSEntityMigrationPolicy {
    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        guard let intruder = mapping.userInfo?["intruder"] as? Intruder, intruder.left > 0 else { return }
        intruder.left -= 1
        try intruder.write()
    }
}

/// Another user of a store.
final class Intruder {
    var left: Int
    var writes = 0
    private let context = NSManagedObjectContext(.privateQueue)

    init(_ sample: LibrarySample, times: Int) throws {
        left = times
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: sample.old.copy() as! NSManagedObjectModel)
        _ = try coordinator.addPersistentStore(type: .sqlite, at: sample.source)
        context.persistentStoreCoordinator = coordinator
    }

    func write() throws {
        writes += 1
        try context.performAndWait {
            _ = LibrarySample.insert("Author", context, ["name": "Late \(writes)"])
            try context.save()
        }
    }

    /// The names of authors that it sees; 134100 once the store has another version.
    func authors() throws -> Int {
        try context.performAndWait {
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Author"))
        }
    }
}

@Suite("Automatic heavy migrations") struct HeavyMigrationTests {
    private func heavy(_ sample: LibrarySample, _ mapping: NSMappingModel) -> HeavyMigration {
        HeavyMigration(
            url: sample.source, type: NSSQLiteStoreType, options: nil, from: sample.old, to: sample.new,
            mapping: mapping)
    }

    private func files(_ sample: LibrarySample) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sample.folder.url.path).sorted()
    }

    private func identifier(_ sample: LibrarySample) throws -> String? {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: sample.source)[
            NSStoreUUIDKey]
            as? String
    }

    private func numbers(
        _ model: NSManagedObjectModel, _ entity: String, _ key: String, _ sample: LibrarySample
    ) throws
        -> [String: String]
    {
        try LibrarySample.with(model, sample.source) { context in
            let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
            return Dictionary(
                uniqueKeysWithValues: found.map {
                    (
                        $0.value(forKey: key) as? String ?? "",
                        $0.objectID.uriRepresentation().lastPathComponent
                    )
                })
        }
    }

    @Test(
        "MIG-110 MIG-112 the file has the migrated objects, its UUID and the objects' numbers; nothing is left beside it"
    )
    func replaces() throws {
        let sample = try LibrarySample(authors: 40)
        try LibrarySample.with(sample.old, sample.source) { context in
            let author = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author"))[3]
            context.delete(author)
            try context.save()
        }
        let before = try (
            identifier(sample), numbers(sample.old, "Author", "name", sample),
            numbers(sample.old, "Book", "title", sample)
        )
        try heavy(sample, try sample.inferred()).run()
        #expect(try identifier(sample) == before.0)
        #expect(try numbers(sample.new, "Writer", "fullName", sample) == before.1)
        #expect(try numbers(sample.new, "Volume", "title", sample) == before.2)
        #expect(try files(sample).filter { $0.contains("migrating") } == [])
        // Who comes second finds the work done.
        try heavy(sample, try sample.inferred()).run()
        #expect(try sample.lines(at: sample.source).count == 39 + 120)
    }

    @Test(
        "MIG-111 a store with a rollback journal is migrated too",
        arguments: ["DELETE", "TRUNCATE", "PERSIST"])
    func rollbackJournal(_ mode: String) throws {
        let sample = try LibrarySample()
        let database = try RawDatabase(sample.source, isReadOnly: false)
        #expect(try database.rows("PRAGMA journal_mode = \(mode)") == [[mode.lowercased()]])
        database.close()
        try heavy(sample, try sample.inferred()).run()
        #expect(try sample.lines(at: sample.source).count == 2 + 6)
        #expect(try files(sample).filter { $0.contains("migrating") } == [])
    }

    @Test("MIG-111 a save in between is kept: the migration begins anew")
    func beginsAnew() throws {
        let sample = try LibrarySample()
        let intruder = try Intruder(sample, times: 1)
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "IntrudingPolicy"
        mapping.mapping(to: "Writer")?.userInfo = ["intruder": intruder]
        try heavy(sample, mapping).run()
        #expect(intruder.writes == 1)
        let lines = try sample.lines(at: sample.source)
        #expect(lines.contains { $0.contains("Late 1") })
        #expect(lines.count == 9)
    }

    @Test("MIG-111 who writes again and again makes it 134090, and nothing is lost")
    func givesUp() throws {
        let sample = try LibrarySample()
        let intruder = try Intruder(sample, times: 100)
        let mapping = try sample.inferred()
        mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = "IntrudingPolicy"
        mapping.mapping(to: "Writer")?.userInfo = ["intruder": intruder]
        let error = #expect(throws: NSError.self) { try heavy(sample, mapping).run() }
        #expect(error?.code == NSPersistentStoreTimeoutError)
        #expect(intruder.writes == 3)
        #expect(try intruder.authors() == 5)
        #expect(try files(sample).filter { $0.contains("migrating") } == [])
    }

    @Test("MIG-111 who has the file open learns of the replacement, and cannot write over it")
    func tellsOthers() throws {
        let sample = try LibrarySample()
        let intruder = try Intruder(sample, times: 0)
        #expect(try intruder.authors() == 2)
        try heavy(sample, try sample.inferred()).run()
        let error = #expect(throws: NSError.self) { try intruder.write() }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(try sample.lines(at: sample.source).count == 8)
    }

    @Test("MIG-114 left-overs of a killed migration are removed, other files are not")
    func removesLeftOvers() throws {
        let sample = try LibrarySample()
        let left = ".Old.sqlite.migrating-\(UUID().uuidString)"
        for name in [
            left, left + "-wal", ".Old.sqlite.migrating-notes",
            ".Other.sqlite.migrating-\(UUID().uuidString)",
        ] {
            try Data("left".utf8).write(to: sample.folder.file(name))
        }
        try heavy(sample, try sample.inferred()).run()
        let names = try files(sample).filter { $0.contains("migrating") }
        #expect(names.count == 2 && !names.contains { $0.hasPrefix(left) })
    }

    @Test("MIG-140 a second migration waits for the lock, and no longer than it may")
    func locks() throws {
        let sample = try LibrarySample()
        let (isHeld, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let url = sample.source
        Thread.detachNewThread {
            let lock = try? MigrationLock(of: url, timeout: 0)
            isHeld.signal()
            withExtendedLifetime(lock) { isDone.wait() }
        }
        isHeld.wait()
        defer { isDone.signal() }
        let waiting = HeavyMigration(
            url: sample.source, type: NSSQLiteStoreType, options: [NSPersistentStoreTimeoutOption: 0.05],
            from: sample.old, to: sample.new, mapping: try sample.inferred())
        let error = #expect(throws: NSError.self) { try waiting.run() }
        #expect(error?.code == NSPersistentStoreTimeoutError)
        #expect(try files(sample).contains(".Old.sqlite.migration-lock"))
    }

    @Test(
        "MIG-101 MIG-102 a failing or cancelled automatic migration is 134110 over the error, with the old store"
    )
    func fails() throws {
        for name in ["Canceller", "FailingPolicy"] {
            let sample = try LibrarySample()
            let before = try sample.lines(of: sample.old, at: sample.source)
            let mapping = try sample.inferred()
            mapping.mapping(to: "Writer")?.entityMigrationPolicyClassName = name
            let error = #expect(throws: NSError.self) { try heavy(sample, mapping).run() }
            #expect(error?.code == NSMigrationError)
            #expect(error?.userInfo[NSUnderlyingErrorKey] != nil)
            #expect(try sample.lines(of: sample.old, at: sample.source) == before)
            #expect(try files(sample).filter { $0.contains("migrating-") } == [])
        }
    }

    @Test("MIG-113 large values in files come along under new names, and the old files go")
    func movesFiles() throws {
        let sample = try LibrarySample(authors: 0)
        let (old, new) = (LibrarySample.first, LibrarySample.second)
        for (model, entity) in [(old, "Book"), (new, "Volume")] {
            model.entitiesByName[entity]?.attributesByName["cover"]?.allowsExternalBinaryDataStorage = true
        }
        let url = sample.folder.file("Large.sqlite")
        let large = Data(repeating: 7, count: 300_000)
        try LibrarySample.with(old, url) { context in
            _ = LibrarySample.insert("Book", context, ["title": "Atlas", "cover": large])
            try context.save()
        }
        let support = sample.folder.file(".Large_SUPPORT/_EXTERNAL_DATA")
        let before = try FileManager.default.contentsOfDirectory(atPath: support.path)
        #expect(before.count == 1)
        try HeavyMigration(
            url: url, type: NSSQLiteStoreType, options: nil, from: old, to: new,
            mapping: try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        ).run()
        let after = try FileManager.default.contentsOfDirectory(atPath: support.path)
        #expect(after.count == 1 && after != before)
        let cover = try LibrarySample.with(new, url) { context in
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Volume")).first?.value(
                forKey: "cover") as? Data
        }
        #expect(cover == large)
        #expect(try files(sample).filter { $0.contains("migrating") && $0.hasSuffix("SUPPORT") } == [])
    }
}

/// Throws.
final class FailingPolicy: NSEntityMigrationPolicy {
    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        throw HookLog.Failure()
    }
}
