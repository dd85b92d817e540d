// SPDX-License-Identifier: Apache-2.0
// What the store keeps: objects, relationships, changes and deletions, when it is opened again.

import CoreData
import Testing

@testable import FolderStoreKit

@Suite("A folder of JSON files")
struct FolderStoreTests {
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func titles(_ context: NSManagedObjectContext, _ format: String? = nil) throws -> [String] {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = format.map { NSPredicate(format: $0) }
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            return try context.fetch(request).map { $0.value(forKey: "title") as? String ?? "" }
        }
    }

    private func fill(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
            author.setValue("Ada", forKey: "name")
            for (title, pages) in [("Looms", 10), ("Notes", 40)] {
                let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
                book.setValue(title, forKey: "title")
                book.setValue(pages, forKey: "pages")
                book.setValue(Date(timeIntervalSinceReferenceDate: 5), forKey: "printed")
                book.setValue(author, forKey: "author")
            }
            try context.save()
        }
    }

    @Test("what was saved is there when the folder is opened again")
    func reopening() throws {
        try inFolder { folder in
            try fill(Library.open(folder))
            let context = try Library.open(folder)
            #expect(try titles(context) == ["Looms", "Notes"])
            #expect(try titles(context, "pages > 20 AND author.name == 'Ada'") == ["Notes"])
            try context.performAndWait {
                let authors = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author"))
                let books = authors.first?.value(forKey: "books") as? Set<NSManagedObject>
                #expect(books?.count == 2)
                #expect(
                    books?.first?.value(forKey: "printed") as? Date == Date(timeIntervalSinceReferenceDate: 5)
                )
            }
        }
    }

    @Test("changes and deletions are written, and URIs are good for the next process")
    func changing() throws {
        try inFolder { folder in
            let context = try Library.open(folder)
            try fill(context)
            let uri = try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                for book in try context.fetch(request) {
                    if book.value(forKey: "title") as? String == "Looms" { context.delete(book) }
                    book.setValue("Notes II", forKey: "title")
                }
                try context.save()
                return try context.fetch(request).first?.objectID.uriRepresentation()
            }
            let again = try Library.open(folder)
            #expect(try titles(again) == ["Notes II"])
            let id = try again.persistentStoreCoordinator?.managedObjectID(
                forURIRepresentation: #require(uri))
            try again.performAndWait {
                let book = try again.existingObject(with: #require(id))
                #expect(book.value(forKey: "title") as? String == "Notes II")
            }
        }
    }

    @Test("a file that is no JSON is an error of the fault that reads it")
    func damage() throws {
        try inFolder { folder in
            try fill(Library.open(folder))
            let files = ObjectFiles(folder: folder)
            let name = try #require(files.names("Author").first)
            try files.write(Data("{".utf8), name, "Author")
            let context = try Library.open(folder)
            try context.performAndWait {
                let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Author")
                ids.resultType = .managedObjectIDResultType
                let found = try context.fetch(ids)
                #expect(throws: (any Error).self) { try context.existingObject(with: #require(found.first)) }
            }
        }
    }
}
