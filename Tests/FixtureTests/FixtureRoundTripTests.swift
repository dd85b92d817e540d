// SPDX-License-Identifier: Apache-2.0
// A real store is changed through the API: what was changed is there afterwards, and nothing else is different.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite(
    "Changing Apple's stores", .enabled(if: Fixtures.isAvailable, "the fixtures are not beside the project"))
struct FixtureRoundTripTests {
    /// Opens a copy, changes it, saves, closes; gives the differences and a fresh context on the result.
    private func differences(
        in store: FixtureStore, change: (OpenedStore) throws -> Void,
        check: (NSManagedObjectContext) throws -> Void
    ) throws -> [String] {
        let opened = try OpenedStore(store)
        let before = try TableDump(opened.file)
        try opened.context.performAndWait {
            try change(opened)
            try opened.context.save()
        }
        try opened.close()
        let (coordinator, context) = try OpenedStore.stack(on: opened.file, model: opened.model)
        try context.performAndWait { try check(context) }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        #expect(try RawDatabase(opened.file).value("PRAGMA integrity_check") == "ok")
        return try TableDump(opened.file).differences(from: before)
    }

    private func first(_ entity: String, _ context: NSManagedObjectContext, key: Int) throws
        -> NSManagedObject
    {
        let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
        return try #require(objects.first { $0.objectID.uriRepresentation().lastPathComponent == "p\(key)" })
    }

    private func artsy() throws -> FixtureStore { try FixtureStore.containing("oss_stubbed_data") }

    @Test("STO-65 an attribute changes alone")
    func attribute() throws {
        let lines = try differences(in: artsy()) { opened in
            try first("Partner", opened.context, key: 1).setValue("Zoë's gallery", forKey: "name")
        } check: { context in
            let partner = try first("Partner", context, key: 1)
            #expect(partner.value(forKey: "name") as? String == "Zoë's gallery")
        }
        #expect(lines == ["ZPARTNER 1 ZNAME", "ZPARTNER 1 Z_OPT"])
    }

    @Test("STO-65 a to-one and its inverse change")
    func toOne() throws {
        let lines = try differences(in: artsy()) { opened in
            let option = try first("PartnerOption", opened.context, key: 1)
            option.setValue(nil, forKey: "partner")
        } check: { context in
            let option = try first("PartnerOption", context, key: 1)
            #expect(option.value(forKey: "partner") == nil)
        }
        #expect(lines.contains("ZPARTNEROPTION 1 ZPARTNER"))
        #expect(
            Set(lines).isSubset(of: [
                "ZPARTNEROPTION 1 ZPARTNER", "ZPARTNEROPTION 1 Z_OPT", "ZPARTNER 1 Z_OPT",
            ]))
    }

    @Test("STO-65 a one-to-many relationship changes through its collection")
    func toMany() throws {
        let lines = try differences(in: artsy()) { opened in
            let artist = try first("Artist", opened.context, key: 1)
            let artwork = try first("Artwork", opened.context, key: 1)
            let artworks = artist.mutableSetValue(forKey: "artworks")
            if artworks.contains(artwork) { artworks.remove(artwork) } else { artworks.add(artwork) }
        } check: { _ in
        }
        #expect(lines.contains("ZARTWORK 1 ZARTIST"))
        let expected = ["ZARTWORK 1 ZARTIST", "ZARTWORK 1 Z_OPT"]
        #expect(
            lines.filter { !expected.contains($0) }.allSatisfy {
                $0.hasPrefix("ZARTIST ") && $0.hasSuffix(" Z_OPT")
            })
    }

    @Test("STO-65 a many-to-many relationship gains and loses a member")
    func manyToMany() throws {
        var change: [String] = []
        let lines = try differences(in: artsy()) { opened in
            let album = try first("Album", opened.context, key: 1)
            let artworks = album.mutableSetValue(forKey: "artworks")
            let members = try opened.objects("Artwork")
            let leaving = try #require(members.first { artworks.contains($0) })
            let coming = try #require(members.first { !artworks.contains($0) })
            artworks.remove(leaving)
            artworks.add(coming)
            change = [row(coming, "inserted"), row(leaving, "deleted")]
        } check: { context in
            let album = try first("Album", context, key: 1)
            #expect((album.value(forKey: "artworks") as? NSSet)?.count ?? 0 > 0)
        }
        #expect(lines.filter { $0.hasPrefix("Z_") } == change.sorted())
        #expect(lines.filter { !$0.hasPrefix("Z_") }.allSatisfy { $0.hasSuffix(" Z_OPT") })
    }

    private func row(_ artwork: NSManagedObject, _ what: String) -> String {
        let key = artwork.objectID.uriRepresentation().lastPathComponent.dropFirst()
        return "Z_1ARTWORKS Z_1COLLECTIONS=1 Z_3ARTWORKS=\(key) \(what)"
    }

    @Test("STO-65 an object is inserted with a relationship, another deleted with its joins")
    func insertAndDelete() throws {
        let lines = try differences(in: artsy()) { opened in
            let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: opened.context)
            album.setValue("New", forKey: "name")
            album.setValue(true, forKey: "editable")
            album.setValue(Set([try first("Artwork", opened.context, key: 2)]), forKey: "artworks")
            opened.context.delete(try first("Album", opened.context, key: 1))
        } check: { context in
            let albums = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
            let new = try #require(albums.first { $0.value(forKey: "name") as? String == "New" })
            #expect((new.value(forKey: "artworks") as? NSSet)?.count == 1)
            #expect(new.value(forKey: "editable") as? Bool == true)
            #expect(!albums.contains { $0.objectID.uriRepresentation().lastPathComponent == "p1" })
        }
        #expect(lines.contains("ZALBUM 1 deleted"))
        #expect(lines.contains { $0.hasPrefix("ZALBUM ") && $0.hasSuffix(" inserted") })
        #expect(lines.contains { $0.hasPrefix("Z_1ARTWORKS") && $0.contains("Z_3ARTWORKS=2 inserted") })
        #expect(!lines.contains { $0.hasPrefix("Z_1ARTWORKS Z_1COLLECTIONS=1") && !$0.hasSuffix("deleted") })
        #expect(lines.contains("Z_PRIMARYKEY 1 Z_MAX"))
    }

    @Test("STO-65 an ordered many-to-many relationship is put into another order")
    func ordered() throws {
        var wanted: [URL] = []
        let lines = try differences(in: .containing("Test-15.4.1.photoslibrary/database")) { opened in
            let album = try first("Album", opened.context, key: 55)
            let assets = try #require(album.value(forKey: "assets") as? NSOrderedSet)
            #expect(assets.count == 4)
            let reversed = NSOrderedSet(array: assets.array.reversed())
            album.setValue(reversed, forKey: "assets")
            wanted = reversed.array.compactMap { ($0 as? NSManagedObject)?.objectID.uriRepresentation() }
        } check: { context in
            let album = try first("Album", context, key: 55)
            let assets = try #require(album.value(forKey: "assets") as? NSOrderedSet)
            #expect(
                assets.array.compactMap { ($0 as? NSManagedObject)?.objectID.uriRepresentation() } == wanted)
        }
        #expect(lines.contains { $0.hasPrefix("Z_30ASSETS") })
        // The store has a history, which is gone on with (STO-170).
        #expect(lines.filter { $0.hasPrefix("ATRANSACTION ") } == ["ATRANSACTION 405 inserted"])
        #expect(lines.contains("ACHANGE 2203 inserted") && lines.contains("Z_PRIMARYKEY 16001 Z_MAX"))
        let rest = lines.filter { line in
            !["Z_30ASSETS", "ACHANGE ", "ATRANSACTION", "Z_PRIMARYKEY 1600"].contains(
                where: line.hasPrefix)
        }
        #expect(rest.allSatisfy { $0.hasSuffix(" Z_OPT") }, "\(rest)")
    }

    @Test("STO-65 tables, triggers and metadata that are not ours survive a save")
    func keepsForeignContent() throws {
        let opened = try OpenedStore(artsy())
        try opened.coordinator.setApplicationMetadata(["com.example.note": "kept"], in: opened.context)
        let raw = try RawDatabase(opened.file, isReadOnly: false)
        try raw.rows("CREATE TABLE NOTES (ID INTEGER PRIMARY KEY, TEXT VARCHAR)")
        try raw.rows("INSERT INTO NOTES VALUES (1, 'ours')")
        try opened.context.performAndWait {
            try first("Partner", opened.context, key: 1).setValue("Changed", forKey: "name")
            try opened.context.save()
        }
        try opened.close()
        #expect(try RawDatabase(opened.file).rows("SELECT * FROM NOTES") == [["1", "ours"]])
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: NSSQLiteStoreType, at: opened.file, options: nil)
        #expect(metadata["com.example.note"] as? String == "kept")
    }
}

extension NSPersistentStoreCoordinator {
    /// Adds entries to the metadata of the only store and writes them with a save.
    fileprivate func setApplicationMetadata(_ entries: [String: Any], in context: NSManagedObjectContext)
        throws
    {
        let store = try #require(persistentStores.first)
        setMetadata(metadata(for: store).merging(entries) { _, new in new }, for: store)
        try context.performAndWait { try context.save() }
    }
}
