// SPDX-License-Identifier: Apache-2.0
// Stores in which earlier versions of Perdure left other hashes of entities with derived or composite attributes: they open
// without a migration, and get the right hashes with the next save.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureSQLite
import PerdureTestSupport
import Testing

@Suite("Hashes of earlier versions") struct FormerHashTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Books.sqlite")
        try CompositeShelf.createStore(at: url)
        try giveFormerHashes(to: url, CompositeShelf.model())
    }

    /// Makes the metadata those of an earlier version.
    private func giveFormerHashes(to url: URL, _ model: NSManagedObjectModel) throws {
        let former = HashEntries(model, isFormer: true)
        try #require(former != HashEntries(model))
        var metadata = try SQLiteStoreFile.readMetadata(at: url.path)
        metadata.merge(former.entries) { $1 }
        try SQLiteStoreFile.writeMetadata(metadata, at: url.path)
    }

    private func entries(_ url: URL) throws -> HashEntries {
        HashEntries(try SQLiteStoreFile.readMetadata(at: url.path))
    }

    private func today(_ model: NSManagedObjectModel) -> HashEntries { HashEntries(model) }

    @Test("it opens without a migration, read-only as well, and reading leaves the hashes as they are")
    func opens() throws {
        let before = try entries(url)
        for options in [[NSReadOnlyPersistentStoreOption: true], [:]] {
            let stack = try Stack(at: url, CompositeShelf.model(), options: options)
            let context = stack.context()
            let count = try context.performAndWait { try context.all("Book").count }
            #expect(count == 2)
            try stack.coordinator.remove(stack.store)
            #expect(try entries(url) == before)
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: url, options: nil)
        #expect(CompositeShelf.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let merged = NSManagedObjectModel(byMerging: [CompositeShelf.model()], forStoreMetadata: metadata)
        #expect(merged?.entitiesByName.count == 2)
    }

    @Test("MIG-13 such a store is migrated to another version like any other one")
    func migrates() throws {
        let model = CompositeShelf.model()
        let note = NSAttributeDescription()
        note.name = "remark"
        note.attributeType = .stringAttributeType
        model.entitiesByName["Book"]?.properties.append(note)
        let stack = try Stack(at: url, model, options: DerivedVersions.migrating)
        let context = stack.context()
        try context.performAndWait {
            let books = try context.all("Book")
            #expect(books.count == 2)
            for book in books { book.setValue("read", forKey: "remark") }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        #expect(try entries(url) == today(model))
    }

    @Test("the next save writes the hashes, the digest and the checksum of today, and keeps the rest")
    func renews() throws {
        let stack = try Stack(at: url, CompositeShelf.model())
        stack.coordinator.setMetadata(["note": "mine"], for: stack.store)
        let context = stack.context()
        try context.performAndWait {
            try #require(try context.all("Book").first).setValue("Third", forKey: "title")
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        #expect(try entries(url) == today(CompositeShelf.model()))
        #expect(try SQLiteStoreFile.readMetadata(at: url.path)["note"] == .string("mine"))
        let again = try Stack(at: url, CompositeShelf.model())
        let reader = again.context()
        let readers = try reader.performAndWait { try reader.all("Reader").count }
        #expect(readers == 1)
    }

    @Test("a save does not take the hashes of a version back that another process has migrated to meanwhile")
    func overtaken() throws {
        let file = try DerivedFile(version: 2)
        try giveFormerHashes(to: file.url, DerivedVersions.version(2))
        let stack = try Stack(at: file.url, DerivedVersions.version(2))
        let context = stack.context()
        let count = try context.performAndWait { try context.all("Item").count }
        #expect(count == 4)
        let model = DerivedVersions.make(
            list: [
                .derived("count", .integer64AttributeType, "items.@count"),
                .derived("more", .integer64AttributeType, "items.@count"),
            ], item: [.derived("label", .stringAttributeType, "list.name")])
        try file.open(model, DerivedVersions.migrating)
        try context.performAndWait {
            try #require(try context.all("Item").first).setValue("x", forKey: "title")
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        #expect(try entries(file.url) == today(model))
    }

    @Test("a model that differs otherwise is refused, as ever")
    func refused() throws {
        let model = CompositeShelf.model()
        model.entitiesByName["Book"]?.attributesByName["title"]?.attributeType = .integer64AttributeType
        let error = #expect(throws: NSError.self) { try Stack(at: url, model) }
        #expect(error?.code == 134100)
        let other = CompositeShelf.model()
        let author = other.entitiesByName["Book"]?.attributesByName["author"]
        (author as? NSCompositeAttributeDescription)?.elements[1].attributeType = .UUIDAttributeType
        #expect(throws: NSError.self) { try Stack(at: url, other) }
    }

    @Test("DER-46 an expression that changed while such a store was closed is found, as its version found it")
    func expression() throws {
        let file = try DerivedFile(version: 2)
        try giveFormerHashes(to: file.url, DerivedVersions.version(2))
        try file.open(version: 3, [:])
        #expect(try file.labels == ["A0", "A1", "B0", "alone"])
        try file.change(DerivedVersions.version(3)) { context in
            try #require(try context.all("List").first).setValue("Z", forKey: "name")
        }
        #expect(try entries(file.url) == today(DerivedVersions.version(3)))
        try file.open(version: 3, [:])
    }

    @Test("MG-28 a migration within the file begins with either hashes and ends with those of today")
    func migration() throws {
        let file = try DerivedFile(version: 2)
        try giveFormerHashes(to: file.url, DerivedVersions.version(2))
        let model = DerivedVersions.make(
            list: [.derived("count", .integer64AttributeType, "items.@count")],
            item: [
                .derived("label", .stringAttributeType, "list.name"),
                .derived("double", .stringAttributeType, "title"),
            ])
        let error = #expect(throws: NSError.self) { try file.open(model, [:]) }
        #expect(error?.code == 134100)
        try file.open(model, DerivedVersions.migrating)
        #expect(try entries(file.url) == today(model))
        #expect(try file.values("ZDOUBLE", of: "ZITEM") == ["A0", "A1", "B0", "alone"])
    }

    @Test("a hash of Apple's for a plain attribute is not taken for our former one of a derived attribute")
    func foreignPlain() throws {
        let file = try DerivedFile(version: 4)
        try file.forgetDerivations()
        let error = #expect(throws: NSError.self) { try file.open(version: 2, [:]) }
        #expect(error?.code == 134100)
    }

    @Test("MG-28 a derived attribute with another name is another version, though the hash is the same")
    func renamed() throws {
        let file = try DerivedFile(version: 2)
        let model = DerivedVersions.make(
            list: [.derived("number", .integer64AttributeType, "items.@count")],
            item: [.derived("label", .stringAttributeType, "list.name")])
        let error = #expect(throws: NSError.self) { try file.open(model, [:]) }
        #expect(error?.code == 134100)
        try file.open(model, DerivedVersions.migrating)
        #expect(try file.values("ZNUMBER", of: "ZLIST") == ["2", "1", "0"])
        try file.open(model, [:])
    }
}
