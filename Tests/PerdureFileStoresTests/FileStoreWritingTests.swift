// SPDX-License-Identifier: Apache-2.0
// What reaches the files of XML and binary stores: deletions alone, texts that XML cannot hold;
// and what is left alone, also where writing fails.

import Foundation
import Perdure
import PerdureFileStores
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("XML and binary stores: what is written") struct FileStoreWritingTests {
    static let types = FileStoreStack.types

    @Test("STO-70 a save that only deletes is written", arguments: types)
    func deletion(_ type: String) throws {
        let stack = try FileStoreStack(type, LibraryModel.make())
        let context = stack.context()
        let desk = context.insert("Desk", ["place": "a"])
        try context.save()
        context.delete(desk)
        try context.save()
        let again = try stack.reopened(LibraryModel.make())
        #expect(try again.context().all("Desk").isEmpty)
    }

    @Test("STO-70 texts with characters that XML cannot hold come back", arguments: types)
    func controlCharacters(_ type: String) throws {
        let text = "one\u{1}two\u{FFFE}\r\n<three>"
        let stack = try FileStoreStack(type, LibraryModel.make())
        let context = stack.context()
        context.insert("Everything", ["text": text])
        try context.save()
        let again = try stack.reopened(LibraryModel.make()).context()
        let found = try again.all("Everything").map { $0.value(forKey: "text") as? String }
        #expect(found == [text])
    }

    @Test(
        "MIG-1 STO-70 a store opens when the elements of a composite stand in another order",
        arguments: types)
    func composites(_ type: String) throws {
        func model(_ texts: [String], _ inner: [String]) -> NSManagedObjectModel {
            NSManagedObjectModel(
                EntitySketch(
                    "Book",
                    .composite(
                        "author", texts, [("year", .integer32AttributeType)],
                        inner: [.composite("home", inner)])))
        }
        let (old, new) = (
            model(["id", "place"], ["street", "town"]), model(["place", "id"], ["town", "street"])
        )
        #expect(new.entityVersionHashesByName == old.entityVersionHashesByName)
        let home: [String: Any] = ["street": "Rua Nova", "town": "Baixa"]
        let stack = try FileStoreStack(type, old)
        let context = stack.context()
        context.insert("Book", ["author": ["id": "a", "year": 1888, "home": home] as [String: Any]])
        context.insert("Book")
        try context.save()
        let again = try stack.reopened(new).reopened(old).reopened(new)
        let reader = again.context()
        let books = try reader.all("Book").map { $0.value(forKey: "author") as? [String: Any] }
        let author = try #require(books.compactMap { $0 }.first { $0["id"] != nil })
        #expect(author["id"] as? String == "a" && author["place"] as? String == nil)
        #expect("\(author["year"] ?? "")" == "1888")
        #expect((author["home"] as? [String: Any])?["street"] as? String == "Rua Nova")
        #expect((author["home"] as? [String: Any])?["town"] as? String == "Baixa")
        reader.insert("Book", ["author": ["place": "Lisbon"] as [String: Any]])
        try reader.save()
        let last = try again.reopened(old)
        #expect(try last.context().all("Book", "author.place == 'Lisbon' OR author.id == 'a'").count == 2)
    }

    @Test("STO-42 metadata that cannot be written leave the file's and the store's", arguments: types)
    func failingMetadata(_ type: String) throws {
        let stack = try FileStoreStack(type, FixtureModel.notes())
        try stack.coordinator.remove(stack.store)
        let form: any FileForm = type == NSXMLStoreType ? XMLForm() : BinaryForm()
        let schema = stack.coordinator.managedObjectModel.schema
        let engine = try FileEngine.open(FileEngine.Opening(form, stack.url, schema))
        let (old, bytes) = (engine.metadata, try stack.bytes())
        // A folder of the temporary file's name stands in the way, whoever runs the test.
        let obstacle = stack.folder.file(".\(stack.url.lastPathComponent).saving")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
        let new = old.merging(["answer": .integer(42)]) { $1 }
        #expect(throws: (any Error).self) { try engine.setMetadata(new, immediately: true) }
        #expect(try engine.metadata == old && stack.bytes() == bytes)
        try FileManager.default.removeItem(at: obstacle)
        try engine.setMetadata(new, immediately: true)
        #expect(engine.metadata == new)
        try engine.close()
    }

    @Test("STO-102 a file that is no store of the type is not destroyed", arguments: types)
    func foreignFile(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("notes.txt")
        try Data("no store".utf8).write(to: url)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
        #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: url, ofType: type) }
        #expect(try Data(contentsOf: url) == Data("no store".utf8))
    }
}
