// SPDX-License-Identifier: Apache-2.0
// Metadata of stores.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct StoreMetadataTests {
    @Test("STO-40 type, UUID, hashes and identifiers are always there", arguments: Stack.Kind.allCases)
    func systemKeys(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FixtureModel.notes())
        let metadata = stack.coordinator.metadata(for: stack.store)
        #expect(metadata[NSStoreTypeKey] as? String == kind.storeType)
        #expect(metadata[NSStoreUUIDKey] as? String == stack.store.identifier)
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        #expect(hashes == stack.coordinator.managedObjectModel.entityVersionHashesByName)
        #expect(metadata[NSStoreModelVersionIdentifiersKey] is [Any])
    }

    @Test("STO-41, STO-217 metadata reach the file with the next save, and not before")
    func written() throws {
        let stack = try Stack(.sqlite, FixtureModel.notes())
        let url = try #require(stack.url)
        let inFile = { try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url) }
        stack.coordinator.setMetadata(["author": "Ada", "year": 1843], for: stack.store)
        #expect(stack.coordinator.metadata(for: stack.store)["author"] as? String == "Ada")
        #expect(try inFile()["author"] == nil)
        let context = stack.context()
        try context.performAndWait {
            context.insert("Note")
            try context.save()
        }
        #expect(try inFile()["author"] as? String == "Ada")
        #expect(try inFile()["year"] as? Int == 1843)
        stack.coordinator.setMetadata(["author": "Bob"], for: stack.store)
        try context.performAndWait { try context.save() }
        #expect(try inFile()["author"] as? String == "Bob")
    }

    @Test("STO-42 the class methods read and write a file at once")
    func withoutCoordinator() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.sqlite")
        do { _ = try Stack(at: url, FixtureModel.notes()) }
        try NSPersistentStoreCoordinator.setMetadata(["k": [1, 2]], type: .sqlite, at: url)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: url)
        #expect(metadata["k"] as? [Int] == [1, 2])
        #expect(metadata[NSStoreTypeKey] as? String == "SQLite")
        try NSPersistentStore.setMetadata(nil, forPersistentStoreAt: url)
        #expect(try NSPersistentStore.metadataForPersistentStore(with: url)["k"] == nil)
    }

    @Test("STO-43 system keys cannot be removed")
    func removal() throws {
        let stack = try Stack()
        let uuid = stack.store.identifier
        stack.coordinator.setMetadata(nil, for: stack.store)
        #expect(stack.coordinator.metadata(for: stack.store)[NSStoreUUIDKey] as? String == uuid)
        #expect(stack.coordinator.metadata(for: stack.store)[NSStoreModelVersionHashesKey] != nil)
    }

    @Test("STO-44 the UUID stays when a store is opened again")
    func identifier() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.sqlite")
        let first = try Stack(at: url).store.identifier
        #expect(try Stack(at: url).store.identifier == first)
    }
}
