// SPDX-License-Identifier: Apache-2.0
// A store of the first version of LibraryVersions in a folder of its own, looked at past the library.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

/// A store with two authors and three books.
final class LibraryFile {
    let folder: TemporaryFolder
    let url: URL
    /// The name of the entity of books.
    let books: String
    /// The URIs of the books, by title.
    private(set) var uris: [String: URL] = [:]

    /// Makes the store; books have an entity of this name.
    init(_ books: String = "Book", options: [AnyHashable: Any]? = nil) throws {
        folder = try TemporaryFolder()
        url = folder.file("Library.sqlite")
        self.books = books
        let stack = try Stack(at: url, LibraryVersions.first(books), options: options)
        let context = stack.context()
        uris = try context.performAndWait {
            let authors = ["Lem", "Woolf"].map { context.insert("Author", ["name": $0]) }
            let titles = [
                ("Solaris", 204, authors[0]), ("Eden", 310, authors[0]), ("Orlando", 330, authors[1]),
            ]
            let made = titles.map {
                context.insert(books, ["title": $0.0, "pages": $0.1, "author": $0.2])
            }
            try context.save()
            return Dictionary(
                uniqueKeysWithValues: zip(titles.map(\.0), made.map { $0.objectID.uriRepresentation() }))
        }
        try stack.coordinator.remove(stack.store)
    }

    /// Opens the store, lets a body use it, and closes it.
    @discardableResult
    func open<T>(
        _ model: NSManagedObjectModel, _ options: [AnyHashable: Any]? = LibraryVersions.migrating,
        _ body: (Stack) throws -> T
    ) throws -> T {
        let stack = try Stack(at: url, model, options: options)
        let result = try body(stack)
        try stack.coordinator.remove(stack.store)
        return result
    }

    /// Opens the store and closes it.
    func open(
        _ model: NSManagedObjectModel, _ options: [AnyHashable: Any]? = LibraryVersions.migrating
    ) throws { try open(model, options) { _ in } }

    /// The error of opening the store, which stays as it was, byte by byte.
    @discardableResult
    func refusal(
        _ model: NSManagedObjectModel, _ options: [AnyHashable: Any]? = LibraryVersions.migrating,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> NSError {
        let before = try content()
        let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) {
            try open(model, options)
        }
        #expect(try content() == before, sourceLocation: sourceLocation)
        return try #require(error as NSError?, sourceLocation: sourceLocation)
    }

    /// The titles by author and title, as the second version has them.
    static func works(_ stack: Stack) throws -> [String] {
        let context = stack.context()
        return try context.performAndWait {
            try context.all("Writer", by: "name").flatMap { writer in
                let works = writer.value(forKey: "works") as? Set<NSManagedObject> ?? []
                let name = writer.value(forKey: "name") as? String ?? ""
                return works.map { "\(name): \($0.value(forKey: "title") as? String ?? "")" }.sorted()
            }
        }
    }

    /// Everything that the file's tables hold.
    func content() throws -> [String] { try Self.content(of: url) }

    /// Everything but the metadata, where a replacement leaves a mark.
    static func rows(of url: URL) throws -> [String] {
        try content(of: url, where: "name <> 'Z_METADATA'")
    }

    /// Everything that a file's tables hold.
    static func content(of url: URL, where condition: String = "1") throws -> [String] {
        let database = try RawDatabase(url)
        let tables = try database.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND \(condition) ORDER BY name")
        let definitions = try database.rows("SELECT name, sql FROM sqlite_master ORDER BY name")
        return try (definitions + tables.flatMap { try database.rows("SELECT * FROM \"\($0[0])\"") })
            .map { $0.joined(separator: "|") }
    }

    func change(_ statements: String...) throws {
        let database = try RawDatabase(url, isReadOnly: false)
        for statement in statements { try database.rows(statement) }
    }

    /// Takes the store's own model away.
    func forgetModel() throws { try change("DELETE FROM Z_MODELCACHE") }
}
