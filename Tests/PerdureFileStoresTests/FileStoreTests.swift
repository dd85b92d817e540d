// SPDX-License-Identifier: Apache-2.0
// XML and binary stores as programs use them: opening, saving, conflicts, metadata, moving. Damage has a suite of its own.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct FileStoreTests {
    static let types = FileStoreStack.types

    @Test("STO-70 all values, relationships and IDs survive closing and opening", arguments: types)
    func reopening(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        let before = try stack.context().performAndWait { [context = stack.context()] in
            try LibraryModel.fill(context)
            return try LibraryModel.dump(context)
        }
        let bytes = try stack.bytes()
        let again = try stack.reopened(LibraryModel.make())
        let context = again.context()
        #expect(try LibraryModel.dump(context) == before)
        #expect(again.store.identifier == stack.store.identifier)
        let rich = try #require(try context.all("Everything", "text != nil").first)
        for (key, value) in LibraryModel.values {
            #expect(
                rich.value(forKey: key) as? NSObject == value as? NSObject
                    || "\(rich.value(forKey: key) ?? "")" == "\(value)")
        }
        #expect(
            Array((rich.value(forKey: "text") as? String ?? "").utf8)
                == Array((LibraryModel.values["text"] as? String ?? "?").utf8))
        #expect(try again.bytes() == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: again.folder.url.path).count == 1)
    }

    @Test("STO-70 keys that were given out are not used again", arguments: types)
    func keys(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        let context = stack.context()
        let book = context.insert("Book", ["code": "1"])
        try context.save()
        let doomed = context.insert("Book", ["code": "2"])
        try context.obtainPermanentIDs(for: [doomed])
        let given = [book.objectID, doomed.objectID].map { $0.uriRepresentation() }
        context.rollback()
        let again = try stack.reopened(LibraryModel.make()).context()
        let new = again.insert("Desk")
        try again.save()
        #expect(!given.map(\.lastPathComponent).contains(new.objectID.uriRepresentation().lastPathComponent))
    }

    @Test("STO-71 fetches and saves mean what they mean elsewhere", arguments: types)
    func fetching(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        let context = stack.context()
        try LibraryModel.fill(context)
        #expect(try context.all("Book", "author.name == 'Ada' AND ANY readers.name == 'Kim'").count == 2)
        #expect(try context.all("Person", "friends.@count > 1", by: "name").count == 1)
        let request = NSFetchRequest<NSDictionary>(entityName: "Book")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["title"]
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
        #expect(try context.fetch(request).compactMap { $0["title"] as? String } == ["b4", "b3", "b2", "b1"])
        context.insert("Book", ["code": "c1"])
        #expect(throws: CocoaError(.managedObjectConstraintMerge)) {
            do { try context.save() } catch let error as NSError {
                throw CocoaError(CocoaError.Code(rawValue: error.code))
            }
        }
    }

    @Test("STO-72 conflicts of two contexts are found by row", arguments: types)
    func conflicts(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        let (one, two) = (stack.context(), stack.context())
        one.insert("Desk", ["place": "a"])
        try one.save()
        let (first, second) = (
            try #require(try one.all("Desk").first), try #require(try two.all("Desk").first)
        )
        #expect(second.value(forKey: "place") as? String == "a")
        first.setValue("b", forKey: "place")
        try one.save()
        second.setValue("c", forKey: "place")
        #expect(code { try two.save() } == 133020)
        two.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try two.save()
        one.refresh(first, mergeChanges: false)
        #expect(first.value(forKey: "place") as? String == "c")
    }

    @Test("STO-72 a file that another coordinator has changed is not written over", arguments: types)
    func twoCoordinators(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        let other = try FileStoreStack(type, LibraryModel.make(), in: stack.folder)
        let (one, two) = (stack.context(), other.context())
        one.insert("Desk", ["place": "a"])
        try one.save()
        let bytes = try stack.bytes()
        two.insert("Desk", ["place": "b"])
        #expect(code { try two.save() } == 134030)
        #expect(try stack.bytes() == bytes)
        #expect(two.hasChanges)
        try FileManager.default.removeItem(at: stack.url)
        one.insert("Desk", ["place": "c"])
        #expect(code { try one.save() } == 134030)
    }

    @Test("STO-32 a read-only store is not written", arguments: types)
    func readOnly(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        try LibraryModel.fill(stack.context())
        let bytes = try stack.bytes()
        let again = try stack.reopened(LibraryModel.make(), options: [NSReadOnlyPersistentStoreOption: true])
        let context = again.context()
        #expect(again.store.isReadOnly)
        #expect(try context.all("Book").count == 4)
        context.insert("Desk")
        #expect(throws: (any Error).self) { try context.save() }
        #expect(try again.bytes() == bytes)
        #expect(
            code {
                _ = try again.coordinator.addPersistentStore(
                    ofType: type, configurationName: nil, at: again.folder.file("none"),
                    options: [NSReadOnlyPersistentStoreOption: true])
            } == 134080)
    }

    @Test("STO-42 metadata are read and set without opening the store", arguments: types)
    func metadata(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        try LibraryModel.fill(stack.context())
        stack.coordinator.setMetadata(["pending": 1], for: stack.store)
        typealias Coordinator = NSPersistentStoreCoordinator
        #expect(try Coordinator.metadataForPersistentStore(ofType: type, at: stack.url)["pending"] == nil)
        stack.coordinator.setMetadata(
            ["kept": ["a": [1, 2.5, true, Data([1]), "<&>"] as [Any]]], for: stack.store)
        try stack.context().save()
        let dump = try LibraryModel.dump(stack.context())
        try stack.coordinator.remove(stack.store)
        var found = try Coordinator.metadataForPersistentStore(ofType: type, at: stack.url)
        #expect(((found["kept"] as? [String: Any])?["a"] as? [Any])?.count == 5)
        #expect(found[NSStoreTypeKey] as? String == type)
        #expect(found[NSStoreUUIDKey] as? String == stack.store.identifier)
        #expect((found[NSStoreModelVersionHashesKey] as? [String: Data])?.count == 6)
        found["mine"] = "x"
        try Coordinator.setMetadata(found, forPersistentStoreOfType: type, at: stack.url)
        let again = try FileStoreStack(type, LibraryModel.make(), in: stack.folder)
        #expect(again.store.metadata["mine"] as? String == "x")
        #expect(try LibraryModel.dump(again.context()) == dump)
    }

    @Test("STO-6 files of other types and damaged ones are refused and stay", arguments: types)
    func wrongFiles(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Store.\(type.lowercased())")
        for content in ["no store", "<database>", "bplist00", "<?xml version=\"1.0\"?><plist/>"] {
            try Data(content.utf8).write(to: url)
            #expect(
                code { _ = try FileStoreStack(type, LibraryModel.make(), in: folder) }
                    == NSFileReadCorruptFileError)
            #expect(try Data(contentsOf: url) == Data(content.utf8))
        }
        try Data().write(to: url)
        _ = try FileStoreStack(type, LibraryModel.make(), in: folder)
        #expect(try !Data(contentsOf: url).isEmpty)
        let other = type == NSXMLStoreType ? NSBinaryStoreType : NSXMLStoreType
        #expect(
            code {
                _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: other, at: url)
            } == NSFileReadCorruptFileError)
    }

    @Test("STO-216 stores move between all types and keep their values", arguments: types)
    func moving(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        try LibraryModel.fill(stack.context())
        let names = { (context: NSManagedObjectContext) in
            try context.all("Author", by: "name").map { author in
                ((author.value(forKey: "books") as? NSOrderedSet)?.array as? [NSManagedObject] ?? [])
                    .map { $0.value(forKey: "title") as? String ?? "" }
            }
        }
        var store = stack.store
        let types = [NSSQLiteStoreType, NSXMLStoreType, NSInMemoryStoreType, NSBinaryStoreType, type]
        for (number, type) in types.enumerated() {
            store = try stack.coordinator.migratePersistentStore(
                store, to: stack.folder.file("moved\(number)"), withType: type)
            let context = stack.context()
            #expect(try names(context) == [["b3", "b1", "b2"], []])
            #expect(
                try context.all("Everything", "text != nil").first?.value(forKey: "price") as? Decimal
                    == LibraryModel.values["price"] as? Decimal || type == NSSQLiteStoreType || number > 0)
            #expect(try context.all("Reader", "loans.@count == 3").count == 1)
        }
        #expect(
            code {
                _ = try stack.coordinator.migratePersistentStore(store, to: stack.url, withType: type)
            } == 134080)
    }

    @Test("STO-101 STO-102 stores are destroyed and replaced", arguments: types)
    func replacing(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        try LibraryModel.fill(stack.context())
        let dump = try LibraryModel.dump(stack.context())
        let target = try FileStoreStack(type, LibraryModel.make())
        try target.coordinator.replacePersistentStore(
            at: target.url, withPersistentStoreFrom: stack.url, ofType: type)
        #expect(target.coordinator.persistentStores.isEmpty)
        let again = try FileStoreStack(type, LibraryModel.make(), in: target.folder)
        #expect(again.store.identifier == stack.store.identifier)
        #expect(try LibraryModel.dump(again.context()) == dump)
        try again.coordinator.destroyPersistentStore(at: again.url, ofType: type)
        #expect(again.coordinator.persistentStores.isEmpty)
        try again.coordinator.destroyPersistentStore(at: again.url, ofType: type)
        let empty = try FileStoreStack(type, LibraryModel.make(), in: target.folder)
        #expect(empty.store.identifier != stack.store.identifier)
        #expect(try empty.context().all("Book").isEmpty)
    }

    @Test("STO-73 DER-41 the store types are there, and derived attributes are refused", arguments: types)
    func typesAndDerived(_ type: String) throws {
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[type] != nil)
        #expect(
            [NSPersistentStore.StoreType.xml.rawValue, NSPersistentStore.StoreType.binary.rawValue]
                == Self.types)
        let model = NSManagedObjectModel(
            EntitySketch("A", .attribute("name"), .derived("copy", .stringAttributeType, "name")))
        #expect(code { _ = try FileStoreStack(type, model) } == 134020)
    }

    @Test("STO-70 a save that cannot write leaves the file, the store and the context", arguments: types)
    func failingSave(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        let context = stack.context()
        context.insert("Desk", ["place": "a"])
        try context.save()
        let bytes = try stack.bytes()
        // A folder of the temporary file's name stands in the way, whoever runs the test.
        let obstacle = stack.folder.file(".\(stack.url.lastPathComponent).saving")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
        context.insert("Desk", ["place": "b"])
        #expect(throws: (any Error).self) { try context.save() }
        #expect(try stack.bytes() == bytes)
        #expect(try stack.context().all("Desk").count == 1)
        try FileManager.default.removeItem(at: obstacle)
        try context.save()
        #expect(try stack.context().all("Desk").count == 2)
    }

    /// The code of the error that a body throws; 0 for none.
    private func code(_ body: () throws -> Void) -> Int {
        do { try body() } catch let error as NSError { return error.code }
        return 0
    }
}
