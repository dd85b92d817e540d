// SPDX-License-Identifier: Apache-2.0
// Stores with a history, migrated by programs and managers that do not ask for one.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: histories that are not asked for") struct LockedHistoryTests {
    private static var tracking: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true] }

    /// A version that only lacks something, and one that has a column more.
    private static let versions: [@Sendable () -> NSManagedObjectModel] = [
        { LibraryVersions.withoutPages() }, { LibraryVersions.second() },
    ]

    private func transactions(_ url: URL) throws -> [[String]] {
        try RawDatabase(url).rows("SELECT COUNT(*) FROM ATRANSACTION")
    }

    @Test(
        "MIG-145 STO-179 a store with a history that is opened without one is migrated, and read-only then",
        arguments: [0, 1])
    func locked(_ version: Int) throws {
        let file = try LibraryFile(options: Self.tracking)
        let before = try transactions(file.url)
        try file.open(Self.versions[version]()) { stack in
            #expect(stack.store.isReadOnly)
            let context = stack.context()
            let titles = try context.performAndWait {
                try context.all("Book", by: "title").map { $0.value(forKey: "title") as? String }
            }
            #expect(titles == ["Eden", "Orlando", "Solaris"])
            #expect(throws: NSError.self) {
                try context.performAndWait {
                    context.insert("Book", ["title": "new"])
                    try context.save()
                }
            }
        }
        let facts = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: file.url)
        #expect(
            Self.versions[version]().isConfiguration(withName: nil, compatibleWithStoreMetadata: facts))
        #expect(try transactions(file.url) == before)
        try file.open(Self.versions[version](), Self.tracking) { #expect(!$0.store.isReadOnly) }
    }

    @Test("MIG-145 STO-179 a derived attribute that is new has values in a store that is read-only then")
    func derived() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Notes.sqlite")
        let first = NSManagedObjectModel(EntitySketch("Note", .attribute("text")))
        let second = NSManagedObjectModel(
            EntitySketch(
                "Note", .attribute("text"),
                .derived("small", .stringAttributeType, "lowercase:(text)")))
        let stack = try Stack(at: url, first, options: Self.tracking)
        let context = stack.context()
        try context.performAndWait {
            context.insert("Note", ["text": "Ada"])
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        let locked = try Stack(at: url, second, options: LibraryVersions.migrating)
        #expect(locked.store.isReadOnly)
        let reader = locked.context()
        let texts = try reader.performAndWait {
            try reader.all("Note").map { $0.value(forKey: "small") as? String }
        }
        #expect(texts == ["ada"])
    }

    @Test("MIG-106 MIG-107 a manager leaves the history of its source behind, and copies the objects")
    func manager() throws {
        let file = try LibraryFile(options: Self.tracking)
        let (old, new) = (LibraryVersions.first(), LibraryVersions.second())
        let before = try file.content()
        let url = file.folder.file("New.sqlite")
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
            from: file.url, type: .sqlite,
            mapping: NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new),
            to: url, type: .sqlite)
        let stack = try Stack(at: url, new)
        #expect(!stack.store.isReadOnly)
        #expect(try LibraryFile.works(stack) == ["Lem: Eden", "Lem: Solaris", "Woolf: Orlando"])
        let tables = try RawDatabase(url).rows(
            "SELECT COUNT(*) FROM sqlite_master WHERE name = 'ATRANSACTION'")
        #expect(tables == [["0"]])
        #expect(try file.content() == before)
    }
}
