// SPDX-License-Identifier: Apache-2.0
// A store that the tests of this target damage, and the model it is opened with.

import Foundation
import Perdure
import PerdureTestSupport

/// A closed store with three books and an author, in a folder of its own.
final class BookStore {
    let folder: TemporaryFolder
    let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Books.sqlite")
        let stack = try Stack(at: url, Self.model())
        let context = stack.context()
        try context.performAndWait {
            let author = context.insert("Author", ["name": "Ada"])
            for number in 1...3 {
                context.insert("Book", ["title": "Book \(number)", "year": number, "author": author])
            }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Book", .attribute("title"), .attribute("year", .integer32AttributeType),
                .attribute("pages", .integer64AttributeType), .attribute("code", .UUIDAttributeType),
                .attribute("price", .decimalAttributeType), .attribute("weight", .doubleAttributeType),
                .attribute("added", .dateAttributeType), .attribute("link", .URIAttributeType),
                .attribute("isRead", .booleanAttributeType), .attribute("note", .binaryDataAttributeType),
                .attribute("cover", .binaryDataAttributeType),
                .attribute("extra", .transformableAttributeType),
                .toOne("author", "Author", inverse: "books")),
            EntitySketch("Author", .attribute("name"), .toMany("books", "Book", inverse: "author")))
        let cover = model.entitiesByName["Book"]?.attributesByName["cover"]
        cover?.allowsExternalBinaryDataStorage = true
        return model
    }

    /// Does to the file what our own engine would never do.
    func damage(_ statements: String...) throws {
        let database = try RawDatabase(url, isReadOnly: false)
        for statement in statements { try database.rows(statement) }
    }

    func open(_ options: [AnyHashable: Any]? = nil) throws -> Stack {
        try Stack(at: url, Self.model(), options: options)
    }

    /// Opens the store, reads every book with every value, and closes it.
    ///
    /// - Throws: what opening or reading reports.
    @discardableResult
    func readBooks() throws -> [[String: Any]] {
        let stack = try open()
        defer { try? stack.coordinator.remove(stack.store) }
        let context = stack.context()
        return try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.returnsObjectsAsFaults = false
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            return try context.fetch(request).map { book in
                book.dictionaryWithValues(forKeys: Array(book.entity.attributesByName.keys))
            }
        }
    }
}
