// SPDX-License-Identifier: Apache-2.0
// The private SQLite store in memory, which stands at /dev/null.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct PrivateStoreTests {
    private func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: "/dev").filter { $0.contains("null") })
    }

    @Test("PRG-20 a new description is of a private store in memory: rows, large values, no files")
    @MainActor func description() throws {
        let description = NSPersistentStoreDescription()
        #expect(description.url == URL(fileURLWithPath: "/dev/null") && description.type == NSSQLiteStoreType)
        let before = try files()
        let container = NSPersistentContainer(name: "Private", managedObjectModel: EntryModel.entries())
        container.persistentStoreDescriptions = [description]
        // Called on this thread, before the call returns.
        nonisolated(unsafe) var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        let context = container.viewContext
        context.insert("Entry", ["number": 1, "picture": Data(repeating: 7, count: 300_000)])
        try context.save()
        context.reset()
        let entry = try #require(try context.all("Entry").first)
        #expect((entry.value(forKey: "picture") as? Data)?.count == 300_000)
        #expect(try files() == before)
        #expect(!FileManager.default.fileExists(atPath: "/dev/.null_SUPPORT"))
    }

    @Test("PRG-20 each private store is one of its own; destroying one removes it, replacing is refused")
    func several() throws {
        let url = URL(fileURLWithPath: "/dev/null")
        let first = try Stack(at: url, FixtureModel.notes())
        let second = try Stack(at: url, FixtureModel.notes())
        let context = first.context()
        try context.performAndWait {
            context.insert("Note", ["text": "here"])
            try context.save()
        }
        let other = second.context()
        #expect(try other.performAndWait { try other.all("Note").count } == 0)
        let folder = try TemporaryFolder()
        #expect(throws: NSError.self) {
            try first.coordinator.replacePersistentStore(
                at: folder.file("Copy.sqlite"), withPersistentStoreFrom: url, type: .sqlite)
        }
        #expect(first.coordinator.persistentStores.count == 1)
        try first.coordinator.destroyPersistentStore(at: url, type: .sqlite)
        #expect(first.coordinator.persistentStores.isEmpty && second.coordinator.persistentStores.count == 1)
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    }
}
