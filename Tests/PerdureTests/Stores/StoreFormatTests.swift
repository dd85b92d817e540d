// SPDX-License-Identifier: Apache-2.0
// What objects look like in a file, and how the store in memory behaves like one.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Stores as objects see them")
struct StoreFormatTests {
    @Test("STO-50 contexts share a store in memory; it is gone with its coordinator, and needs no URL")
    func inMemory() throws {
        let model = FixtureModel.notes()
        do {
            let stack = try Stack(.inMemory, model)
            let first = stack.context()
            first.insert("Note", ["text": "a"])
            try first.save()
            let second = stack.context()
            #expect(try second.all("Note").count == 1)
            #expect(stack.store.type == NSInMemoryStoreType)
        }
        let stack = try Stack(.inMemory, model)
        let context = stack.context()
        #expect(try context.all("Note").isEmpty)
    }

    @Test("STO-53 IDs and versions in memory are as on disk", arguments: Stack.Kind.allCases)
    func idsAndVersions(kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.notes())
        let notes = (1...2).map { desk.context.insert("Note", ["number": $0]) }
        try desk.context.save()
        let uuid = try #require(desk.stack.store.identifier)
        for note in notes {
            let uri = note.objectID.uriRepresentation().absoluteString
            #expect(uri.hasPrefix("x-coredata://\(uuid)/Note/p"))
            #expect(Int(uri.dropFirst("x-coredata://\(uuid)/Note/p".count)) ?? 0 > 0)
        }
        #expect(notes[0].objectID != notes[1].objectID)
        let other = desk.neighbour()
        try #require(try other.all("Note", "number == 1").first).setValue("theirs", forKey: "text")
        try other.save()
        notes[0].setValue("mine", forKey: "text")
        let error = try #require(desk.saveError())
        #expect(error.code == 133020)
        let conflict = try #require((error.userInfo["conflictList"] as? [NSMergeConflict])?.first)
        #expect(conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 2)
        #expect(conflict.sourceObject === notes[0])
    }

    @Test("STO-58 a hierarchy has one table, with the entity's number in each row")
    func inheritance() throws {
        let desk = try Desk(.sqlite, FixtureModel.scenarios())
        desk.context.insert("Shape", ["name": "s"])
        desk.context.insert("Circle", ["name": "c", "radius": 2.0])
        try desk.context.save()
        let tables = try desk.raw(
            "SELECT group_concat(name) FROM sqlite_master WHERE type = 'table' AND name IN ('ZSHAPE', 'ZCIRCLE')"
        )
        #expect(tables == "ZSHAPE")
        let numbers = """
            SELECT group_concat(Z_NAME) FROM (SELECT Z_NAME FROM ZSHAPE JOIN Z_PRIMARYKEY USING (Z_ENT) \
            ORDER BY ZNAME)
            """
        #expect(try desk.raw(numbers) == "Circle,Shape")
        #expect(try desk.raw("SELECT ZRADIUS FROM ZSHAPE WHERE ZNAME = 's'") == "NULL")
    }

    @Test("STO-59 a mandatory attribute is no constraint of the table")
    func mandatoryColumn() throws {
        let desk = try Desk(.sqlite, FixtureModel.scenarios())
        desk.context.insert("Item", ["title": "a"])
        try desk.context.save()
        let url = try #require(desk.stack.url)
        try RawDatabase(url, isReadOnly: false).rows("UPDATE ZITEM SET ZTITLE = NULL")
        let item = try desk.saved("Item")
        #expect(item.value(forKey: "title") == nil)
        let columns = try RawDatabase(url).rows("PRAGMA table_info(ZITEM)")
        #expect(columns.filter { $0[1] != "Z_PK" }.map { $0[3] }.allSatisfy { $0 == "0" })
    }

    // MARK: External data

    private func externalDesk() throws -> Desk {
        let cover = ModelSamples.attribute("cover", .binaryData)
        cover.allowsExternalBinaryDataStorage = true
        return try Desk(
            .sqlite,
            ModelSamples.model(
                ModelSamples.entity(
                    "Book", [ModelSamples.attribute("title") { $0.isOptional = false }, cover])))
    }

    private func externalFiles(_ desk: Desk) throws -> [String] {
        let folder = try #require(desk.stack.url).deletingLastPathComponent()
            .appendingPathComponent(".Test_SUPPORT/_EXTERNAL_DATA")
        return (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    private let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    @Test(
        "STO-60 MOD-115 large data are a file beside the store and plain Data in memory; it goes with the row"
    )
    func externalData() throws {
        let desk = try externalDesk()
        let book = desk.context.insert("Book", ["title": "a", "cover": large])
        desk.context.insert("Book", ["title": "b", "cover": Data([1, 2])])
        try desk.context.save()
        #expect(try externalFiles(desk).count == 1)
        #expect(book.value(forKey: "cover") as? Data == large)
        #expect(try desk.saved("Book", "title == 'a'").value(forKey: "cover") as? Data == large)
        #expect(try desk.saved("Book", "title == 'b'").value(forKey: "cover") as? Data == Data([1, 2]))
        let names = try externalFiles(desk)
        book.setValue("c", forKey: "title")
        try desk.context.save()
        #expect(try externalFiles(desk) == names)
        book.setValue(Data(large.reversed()), forKey: "cover")
        try desk.context.save()
        #expect(try externalFiles(desk).count == 1 && externalFiles(desk) != names)
        #expect(
            try desk.saved("Book", "title == 'c'").value(forKey: "cover") as? Data == Data(large.reversed()))
        desk.context.delete(book)
        try desk.context.save()
        #expect(try externalFiles(desk).isEmpty)
    }

    @Test("STO-61 a save that fails leaves no file, and the old one stays")
    func failedSave() throws {
        let desk = try externalDesk()
        let book = desk.context.insert("Book", ["title": "a", "cover": large])
        try desk.context.save()
        let names = try externalFiles(desk)
        book.setValue(Data(large.reversed()), forKey: "cover")
        desk.context.insert("Book", ["cover": large])
        #expect(desk.saveError()?.code == 1570)
        #expect(try externalFiles(desk) == names)
        desk.context.rollback()
        #expect(book.value(forKey: "cover") as? Data == large)
        let other = desk.neighbour()
        try #require(try other.all("Book").first).setValue("b", forKey: "title")
        try other.save()
        book.setValue(Data(large.reversed()), forKey: "cover")
        #expect(desk.saveError()?.code == 133020)
        #expect(try externalFiles(desk) == names)
        #expect(try desk.saved("Book").value(forKey: "cover") as? Data == large)
    }

    @Test("STO-11 PRG-24 moving a store: added, will remove, changed, removed")
    func migrationNotifications() throws {
        let stack = try Stack(.inMemory, FixtureModel.notes())
        let context = stack.context()
        let note = context.insert("Note", ["text": "a"])
        try context.save()
        // The coordinator posts on the test's own thread.
        nonisolated(unsafe) var lines: [String] = []
        nonisolated(unsafe) var pairs: [Any] = []
        let names: [Notification.Name] = [
            .NSPersistentStoreCoordinatorStoresDidChange, .NSPersistentStoreCoordinatorWillRemoveStore,
        ]
        let objects: [AnyObject] = [stack.coordinator, stack.store]
        let tokens = zip(names, objects).map { name, object in
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { note in
                let keys = note.userInfo?.keys.compactMap { $0 as? String }.sorted() ?? ["will remove"]
                lines += keys
                pairs += note.userInfo?[NSUUIDChangedPersistentStoresKey] as? [Any] ?? []
            }
        }
        defer { tokens.forEach(NotificationCenter.default.removeObserver) }
        let old = note.objectID
        let place = try #require(URL(string: "memory://new"))
        let new = try stack.coordinator.migratePersistentStore(stack.store, to: place, type: .inMemory)
        #expect(lines == ["added", "will remove", "changed", "removed"])
        // PRG-24: the list of pairs is the third of three.
        #expect(pairs.count == 3 && pairs[0] as AnyObject === stack.store && pairs[1] as AnyObject === new)
        let identifiers = try #require(pairs[2] as? [[NSManagedObjectID]])
        #expect(identifiers.count == 1 && identifiers[0].count == 2 && identifiers[0][0] == old)
        #expect(identifiers[0][1].persistentStore === new)
    }

    @Test(
        "a number of rows in memory that is none is no wish", arguments: [Double.nan, .infinity, 1e300, -1])
    func rowCapacity(_ capacity: Double) throws {
        let stack = try Stack(.inMemory, FixtureModel.notes(), options: ["PerdureRowCapacity": capacity])
        let context = stack.context()
        context.insert("Note", ["text": "a"])
        try context.save()
        let reader = stack.context()
        #expect(try reader.all("Note").map { $0.value(forKey: "text") as? String } == ["a"])
    }

    @Test("STO-100 what observers of the coming removal save is copied too")
    func savesBeforeRemoval() throws {
        let stack = try Stack(.inMemory, FixtureModel.notes())
        let context = stack.context()
        let note = context.insert("Note", ["text": "old"])
        try context.save()
        note.setValue("changed", forKey: "text")
        context.insert("Note", ["text": "new"])
        let token = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorWillRemoveStore, object: stack.store, queue: nil
        ) { _ in #expect(throws: Never.self) { try context.save() } }
        defer { NotificationCenter.default.removeObserver(token) }
        let place = try #require(URL(string: "memory://new"))
        try stack.coordinator.migratePersistentStore(stack.store, to: place, type: .inMemory)
        let reader = stack.context()
        let texts = try reader.all("Note", by: "text").map { $0.value(forKey: "text") as? String }
        #expect(texts == ["changed", "new"])
    }

    @Test("STO-100 once its objects are copied a save reaches the new store, and not the old one")
    func savesAfterCopy() throws {
        let stack = try Stack(.inMemory, FixtureModel.notes())
        let context = stack.context()
        let note = context.insert("Note", ["text": "old"])
        try context.save()
        note.setValue("changed", forKey: "text")
        let other = stack.context()
        other.insert("Note", ["text": "new"])
        let token = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreCoordinatorStoresDidChange, object: stack.coordinator, queue: nil
        ) { change in
            guard change.userInfo?[NSUUIDChangedPersistentStoresKey] != nil else { return }
            for context in [context, other] { #expect(throws: Never.self) { try context.save() } }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let place = try #require(URL(string: "memory://new"))
        try stack.coordinator.migratePersistentStore(stack.store, to: place, type: .inMemory)
        let reader = stack.context()
        let texts = try reader.all("Note", by: "text").map { $0.value(forKey: "text") as? String }
        #expect(texts == ["changed", "new"])
    }
}
