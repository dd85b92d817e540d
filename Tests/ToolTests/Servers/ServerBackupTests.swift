// SPDX-License-Identifier: Apache-2.0
// Dumps of PostgreSQL's own programs, and what is restored from them: a store with the UUID of the first one.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: backups of stores on servers", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct ServerBackupTests {
    private let namespace: ServerNamespace
    private let folder: TemporaryFolder
    private let uri: URL
    private let content: String

    init() throws {
        namespace = try ServerNamespace()
        folder = try TemporaryFolder()
        let stack = try Stack(at: namespace.url, CopySample.model())
        uri = try CopySample.fill(stack)
        content = try CopySample.text(stack)
        try stack.coordinator.remove(stack.store)
    }

    /// The server's URL with another database.
    private func url(_ database: String) throws -> String {
        let base = try #require(SharedServer.url)
        var parts = try #require(URLComponents(string: base))
        parts.path = "/" + database
        return try #require(parts.string)
    }

    private func dump() throws -> URL {
        let file = folder.file("shop.sql")
        try ServerProgram.run(
            "pg_dump", try #require(SharedServer.url), "--schema=\(namespace.name)", "--no-owner", "-f",
            file.path)
        return file
    }

    /// Opens a clone: its objects, its URIs, new keys.
    private func check(_ store: URL) throws {
        let stack = try Stack(at: store, CopySample.model())
        #expect(try CopySample.text(stack) == content)
        let context = stack.context()
        try context.performAndWait {
            let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: uri))
            #expect(
                try context.existingObject(with: id).value(forKey: "email") as? String == "p1@example.com")
            let books = Set(try context.all("Book").map(\.objectID))
            let book = context.insert("Book", ["title": "new", "weight": 1.5])
            book.setValue(try context.existingObject(with: id), forKey: "owner")
            try context.save()
            #expect(!books.contains(book.objectID))
            #expect(try context.existingObject(with: id).value(forKey: "bookCount") as? Int == 1)
        }
        try stack.coordinator.remove(stack.store)
        let checked = try ToolRun("store", "check", store.absoluteString)
        #expect(
            checked.exitCode == 0 && checked.output.contains("sound"), "\(checked.output)\(checked.errors)")
    }

    @Test(
        "PG-162 a dump that is restored into another database is the store, with its URIs, keys, triggers and indexes"
    )
    func restored() throws {
        let database = "clone_\(namespace.name)"
        let file = try dump()
        try SharedServer.run("CREATE DATABASE \(database)")
        defer { _ = try? SharedServer.run("DROP DATABASE \(database) WITH (FORCE)") }
        let target = try url(database)
        try ServerProgram.run("psql", target, "-q", "-v", "ON_ERROR_STOP=1", "-f", file.path)
        let mark = target.contains("?") ? "&" : "?"
        try check(try #require(URL(string: "\(target)\(mark)schema=\(namespace.name)")))
        // The first one has nothing of it.
        let first = try Stack(at: namespace.url, CopySample.model())
        #expect(try CopySample.text(first) == content)
    }

    @Test(
        "PG-162 a clone in another namespace of one database has the UUID too, and neither disturbs the other"
    )
    func namespaces() throws {
        let clone = try ServerNamespace()
        let file = try dump()
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacing(namespace.name, with: clone.name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        let first = try Stack(at: namespace.url, CopySample.model())
        let context = first.context()
        let book = try context.performAndWait { try #require(try context.all("Book").first) }
        try ServerProgram.run(
            "psql", try #require(SharedServer.url), "-q", "-v", "ON_ERROR_STOP=1", "-f", file.path)
        try check(clone.url)
        try context.performAndWait {
            context.refresh(book, mergeChanges: false)
            book.setValue("first", forKey: "title")
            try context.save()
        }
        #expect(try !CopySample.text(Stack(at: clone.url, CopySample.model())).contains("title=first"))
    }
}
#endif
