// SPDX-License-Identifier: Apache-2.0
// Contexts that are pinned to a generation while somebody migrates their store.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: pinned contexts") struct PinnedMigrationTests {
    /// A pinned context that has seen the titles of books.
    private static func pinned(_ stack: Stack) throws -> (NSManagedObjectContext, [NSManagedObject]) {
        let context = stack.context()
        let books = try context.performAndWait {
            try context.setQueryGenerationFrom(.current)
            let books = try context.all("Book", by: "title")
            _ = books.map { $0.value(forKey: "title") }
            return books
        }
        return (context, books)
    }

    private static func expectMigrated(
        _ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: (any Error).self, sourceLocation: location) { try body() }
        #expect((error as NSError?)?.code == 134100, "\(error as Any)", sourceLocation: location)
    }

    @Test(
        "MIG-141 a pinned generation shows what it did until its coordinator notices a migration, then it ends"
    )
    func otherCoordinator() throws {
        let file = try LibraryFile()
        let stack = try Stack(at: file.url, LibraryVersions.first())
        let (context, books) = try Self.pinned(stack)
        try file.open(LibraryVersions.second())
        // The state that it is pinned to is still there, as it was.
        let names = try context.performAndWait {
            try context.all("Author", by: "name").map { $0.value(forKey: "name") as? String }
        }
        #expect(names == ["Lem", "Woolf"])
        // Who reads the newest state notices the migration for all.
        Self.expectMigrated {
            let newest = stack.context()
            try newest.performAndWait { _ = try newest.all("Book") }
        }
        Self.expectMigrated { try context.performAndWait { _ = try context.all("Author") } }
        Self.expectMigrated {
            try context.performAndWait {
                books[0].setValue("Paradise", forKey: "title")
                try context.save()
            }
        }
        Self.expectMigrated {
            let other = stack.context()
            try other.performAndWait {
                try other.setQueryGenerationFrom(.current)
                _ = try other.all("Book")
            }
        }
        context.performAndWait {
            context.rollback()
            #expect(books.map { $0.value(forKey: "pages") as? Int } == [310, 330, 204])
        }
    }

    @Test(
        "MIG-141 a pinned context of this coordinator reads nothing of the store that it adds again, migrated"
    )
    func sameCoordinator() throws {
        let file = try LibraryFile()
        let stack = try Stack(at: file.url, LibraryVersions.first())
        let (context, books) = try Self.pinned(stack)
        try stack.coordinator.remove(stack.store)
        try file.open(LibraryVersions.second())
        try stack.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file.url,
            options: LibraryVersions.migrating)
        context.performAndWait {
            context.refreshAllObjects()
            // Whatever the pinned context finds, it is what it has seen, or nothing.
            let titles = (try? context.all("Book", by: "title"))?.map { $0.value(forKey: "title") as? String }
            #expect(titles == nil || titles == [] || titles == ["Eden", "Orlando", "Solaris"])
            _ = books
        }
    }
}
