// SPDX-License-Identifier: Apache-2.0
// Deferred lightweight migration as programs see it: the option, the metadata, finishing.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Migration: deferred") struct DeferredMigrationTests {
    private static let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
    private static var options: [AnyHashable: Any] { LibraryVersions.migrating.merging([key: true]) { $1 } }

    private static func left(_ stack: Stack) -> Bool? {
        stack.coordinator.metadata(for: stack.store)[key] as? Bool
    }

    @Test("MIG-135 the metadata have the option's key while work is left; without the option nothing is left")
    func metadata() throws {
        let file = try LibraryFile()
        try file.open(LibraryVersions.withoutPages(), Self.options) { stack in
            #expect(Self.left(stack) == true)
            // Programs can neither take the key away nor see the list.
            stack.coordinator.setMetadata(["own": 1], for: stack.store)
            #expect(Self.left(stack) == true)
            let keys = stack.coordinator.metadata(for: stack.store).keys
            #expect(!keys.contains { $0.hasPrefix("Perdure") })
        }
        let facts = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: file.url)
        #expect(facts[Self.key] as? Bool == true)
        // Opening without the option leaves it.
        try file.open(LibraryVersions.withoutPages(), [:]) { #expect(Self.left($0) == true) }
        let other = try LibraryFile()
        try other.open(LibraryVersions.withoutPages()) { #expect(Self.left($0) == nil) }
        try other.open(LibraryVersions.second(), Self.options) { #expect(Self.left($0) == nil) }
    }

    @Test("MIG-136 tasks are done one by one, in all stores of the coordinator; then there is no effect")
    func tasks() throws {
        let files = [try LibraryFile(), try LibraryFile()]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryVersions.withoutPages())
        for file in files {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: file.url, options: Self.options)
        }
        let left = { coordinator.persistentStores.filter { $0.metadata[Self.key] != nil }.count }
        #expect(left() == 2)
        for count in [1, 0, 0] {
            try coordinator.finishDeferredLightweightMigrationTask()
            #expect(left() == count)
        }
        try coordinator.finishDeferredLightweightMigration()
        for file in files {
            let columns = try RawDatabase(file.url).rows("SELECT name FROM pragma_table_info('ZBOOK')")
            #expect(!columns.contains(["ZPAGES"]))
        }
    }

    @Test("MIG-136 saves go on while another thread finishes the work")
    func background() async throws {
        let file = try LibraryFile()
        let stack = try Stack(at: file.url, LibraryVersions.withoutPages(), options: Self.options)
        let coordinator = stack.coordinator
        async let finished: Void = Task.detached { try coordinator.finishDeferredLightweightMigration() }
            .value
        let context = stack.context()
        try context.performAndWait {
            for index in 0..<20 {
                context.insert("Book", ["title": "\(index)"])
                try context.save()
            }
        }
        try await finished
        #expect(Self.left(stack) == nil)
        let count = try context.performAndWait { try context.all("Book").count }
        #expect(count == 23)
    }

    @Test("MIG-136 a store that is opened read-only is left alone")
    func readOnly() throws {
        let file = try LibraryFile()
        try file.open(LibraryVersions.withoutPages(), Self.options)
        let before = try file.content()
        try file.open(LibraryVersions.withoutPages(), [NSReadOnlyPersistentStoreOption: true]) {
            try $0.coordinator.finishDeferredLightweightMigration()
            #expect(Self.left($0) == true)
        }
        #expect(try file.content() == before)
    }

    @Test("MIG-137 another migration finishes the work; a copy of the store has it to do as well")
    func furtherMigration() throws {
        let file = try LibraryFile()
        let copy = file.folder.file("Copy.sqlite")
        try file.open(LibraryVersions.withoutPages(), Self.options)
        let stack = try Stack(at: file.url, LibraryVersions.withoutPages())
        try stack.coordinator.replacePersistentStore(
            at: copy, withPersistentStoreFrom: file.url, type: .sqlite)
        let memory = try stack.coordinator.migratePersistentStore(
            stack.store, to: URL(fileURLWithPath: "/dev/null"), options: nil, withType: NSInMemoryStoreType)
        #expect(memory.metadata[Self.key] == nil)
        for url in [file.url, copy] {
            let migrated = try Stack(at: url, LibraryVersions.first(), options: LibraryVersions.migrating)
            #expect(Self.left(migrated) == nil)
            let pages = try migrated.context().performAndWait {
                try migrated.context().all("Book").map { $0.value(forKey: "pages") as? Int }
            }
            #expect(pages == [nil, nil, nil])
            try migrated.coordinator.remove(migrated.store)
        }
    }
}
