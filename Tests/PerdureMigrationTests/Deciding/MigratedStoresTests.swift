// SPDX-License-Identifier: Apache-2.0
// Migration in the life of programs: several stores, moved stores, object IDs and tokens of before, progress.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: around it") struct MigratedStoresTests {
    @Test("MIG-9 each store of a container is migrated on its own, and the others stay open")
    func halfDone() throws {
        let files = try (0..<3).map { _ in try LibraryFile() }
        // The second one does not fit.
        try files[1].change("UPDATE ZBOOK SET ZPAGES = NULL")
        let model = LibraryVersions.second()
        model.entitiesByName["Book"]?.attributesByName["pages"]?.isOptional = false
        let container = NSPersistentContainer(name: "Library", managedObjectModel: model)
        container.persistentStoreDescriptions = files.map { NSPersistentStoreDescription(url: $0.url) }
        var paths: [String] = []
        var codes: [Int?] = []
        container.loadPersistentStores { description, error in
            paths.append(description.url?.path ?? "")
            codes.append((error as NSError?)?.code)
        }
        #expect(paths == files.map(\.url.path))
        #expect(codes == [nil, 134110, nil])
        #expect(container.persistentStoreCoordinator.persistentStores.count == 2)
        #expect(
            try container.viewContext.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 6)
        try files[1].open(LibraryVersions.first(), [:])
    }

    @Test("MIG-47 URIs of before a migration lead to the same objects")
    func uris() throws {
        let file = try LibraryFile()
        try file.open(LibraryVersions.second()) { stack in
            let context = stack.context()
            try context.performAndWait {
                for (title, uri) in file.uris {
                    let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: uri))
                    #expect(try context.existingObject(with: id).value(forKey: "title") as? String == title)
                }
            }
        }
    }

    @Test("MIG-146 tokens of before a migration in place are still good")
    func tokens() throws {
        let tracking: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: true]
        let file = try LibraryFile(options: tracking)
        let options = LibraryVersions.migrating.merging(tracking) { $1 }
        let token = try file.open(LibraryVersions.first(), options) { stack in
            try #require(stack.coordinator.currentPersistentHistoryToken(fromStores: [stack.store]))
        }
        try file.open(LibraryVersions.second(), options) { stack in
            let context = stack.context()
            try context.performAndWait {
                context.insert("Book", ["title": "Fiasco"])
                try context.save()
                let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
                let result = try context.execute(request) as? NSPersistentHistoryResult
                let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
                #expect(
                    transactions.flatMap { $0.changes ?? [] }.map(\.changedObjectID.entity.name) == ["Book"])
            }
        }
    }

    @Test("MIG-47 a migrated store can be moved to another file, and replaced by an older one")
    func movedAndReplaced() throws {
        let (file, older) = (try LibraryFile(), try LibraryFile())
        let moved = file.folder.file("Moved.sqlite")
        let stack = try Stack(at: file.url, LibraryVersions.second(), options: LibraryVersions.migrating)
        try stack.coordinator.migratePersistentStore(
            stack.store, to: moved, options: nil, withType: NSSQLiteStoreType)
        let stores = stack.coordinator.persistentStores
        #expect(stores.map { $0.url?.path } == [moved.path])
        #expect(try LibraryFile.works(stack) == ["Lem: Eden", "Lem: Solaris", "Woolf: Orlando"])
        try stack.coordinator.replacePersistentStore(
            at: moved, withPersistentStoreFrom: older.url, type: .sqlite)
        #expect(stack.coordinator.persistentStores.isEmpty)
        // The content is of the first version now.
        try stack.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: moved, options: LibraryVersions.migrating)
        #expect(try LibraryFile.works(stack) == ["Lem: Eden", "Lem: Solaris", "Woolf: Orlando"])
    }

    @Test(
        "MIG-141 who has the store open under the old version gets 134100, and keeps what it has read"
    )
    func openElsewhere() throws {
        let file = try LibraryFile()
        let stack = try Stack(at: file.url, LibraryVersions.first())
        let context = stack.context()
        let book = try context.performAndWait {
            let book = try #require(try context.all("Book", "title == 'Eden'").first)
            // From here on it is no fault.
            #expect(book.value(forKey: "title") as? String == "Eden")
            return book
        }
        try file.open(LibraryVersions.second())
        let before = try file.content()
        let errors = [
            #expect(throws: (any Error).self) { try context.performAndWait { try context.all("Author") } },
            #expect(throws: (any Error).self) {
                try context.performAndWait {
                    book.setValue("Paradise", forKey: "title")
                    try context.save()
                }
            },
        ]
        for error in errors.map({ $0 as NSError? }) {
            #expect(error?.code == 134100 && error?.userInfo["metadata"] is [String: Any], "\(error as Any)")
        }
        context.performAndWait { #expect(book.value(forKey: "pages") as? Int == 310) }
        #expect(try file.content() == before)
    }

    @Test("MIG-144 the migration is a part of the thread's current progress")
    func progress() throws {
        let file = try LibraryFile()
        let progress = Progress(totalUnitCount: 1)
        progress.becomeCurrent(withPendingUnitCount: 1)
        try file.open(LibraryVersions.second())
        progress.resignCurrent()
        #expect(progress.fractionCompleted == 1)
    }

    @Test("MIG-144 a description migrates in the background where it asks for that")
    func background() async throws {
        let file = try LibraryFile()
        let container = NSPersistentContainer(name: "Library", managedObjectModel: LibraryVersions.second())
        let description = NSPersistentStoreDescription(url: file.url)
        description.shouldAddStoreAsynchronously = true
        container.persistentStoreDescriptions = [description]
        let error = await withCheckedContinuation { continuation in
            container.loadPersistentStores { _, error in continuation.resume(returning: error as NSError?) }
        }
        #expect(error == nil)
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
    }
}
