// SPDX-License-Identifier: Apache-2.0
// Tokens: which are equal, where they lead, and what a token says whose state is gone.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Query generation tokens") struct TokenTests {
    @Test(
        "CTX-154 the token of one context pins another one to the same state",
        arguments: Stack.Kind.lasting)
    func shared(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        try library.pinReader()
        try library.change()
        let token = try #require(library.reader.queryGenerationToken)
        let second = library.stack.context()
        try second.setQueryGenerationFrom(token)
        #expect(second.queryGenerationToken == token)
        #expect(second.queryGenerationToken?.hash == token.hash)
        #expect(try Library.items(second) == Library.before)
        // The state lives as long as somebody refers to it.
        try library.reader.setQueryGenerationFrom(nil)
        #expect(try Library.items(library.reader) == Library.after)
        #expect(try Library.items(second) == Library.before)
        try library.reader.setQueryGenerationFrom(token)
        library.reader.performAndWait { library.reader.refreshAllObjects() }
        #expect(try Library.items(library.reader) == Library.before)
    }

    @Test(
        "CTX-154 tokens are equal when they name one state",
        arguments: Stack.Kind.lasting)
    func equality(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        try library.pinReader()
        let token = try #require(library.reader.queryGenerationToken)
        #expect(NSQueryGenerationToken.current == NSQueryGenerationToken.current)
        #expect(token == library.reader.queryGenerationToken)
        #expect(token.copy() as? NSQueryGenerationToken === token)
        #expect(token != NSQueryGenerationToken.current)
        try library.change()
        let other = library.stack.context()
        try other.setQueryGenerationFrom(.current)
        _ = try Library.items(other)
        #expect(other.queryGenerationToken != token)
    }

    private func refusal(_ body: () throws -> Void) throws -> String {
        let error = try #require(throws: NSError.self, performing: body)
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError)
        return error.localizedDescription
    }

    @Test(
        "CTX-154 a token of another coordinator is refused, and the context stays as it was",
        arguments: Stack.Kind.lasting)
    func foreign(_ kind: Stack.Kind) throws {
        let (library, other) = (try Library(kind), try Library(kind))
        try library.pinReader()
        try other.pinReader()
        let token = other.reader.queryGenerationToken
        let before = library.reader.queryGenerationToken
        let text = try refusal { try library.reader.setQueryGenerationFrom(token) }
        #expect(text.contains("another persistent store coordinator"))
        #expect(library.reader.queryGenerationToken == before)
    }

    @Test(
        "CTX-154 a token of an archive is refused, except current",
        arguments: Stack.Kind.lasting)
    func archived(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        try library.pinReader()
        let token = try #require(library.reader.queryGenerationToken)
        let archive = { (token: NSQueryGenerationToken) in
            try #require(
                try NSKeyedUnarchiver.unarchivedObject(
                    ofClass: NSQueryGenerationToken.self,
                    from: NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)))
        }
        let lost = try archive(token)
        #expect(lost != token)
        let text = try refusal { try library.reader.setQueryGenerationFrom(lost) }
        #expect(text.contains("archive") && text.contains("NSQueryGenerationToken.current"))
        #expect(try archive(.current) == NSQueryGenerationToken.current)
    }

    @Test(
        "CTX-154 a token whose store was removed is refused, and a pinned context gets errors, not old rows",
        arguments: Stack.Kind.lasting)
    func removedStore(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        let token = try #require(reader.queryGenerationToken)
        let items = try reader.performAndWait { try reader.all("Item") }
        try library.stack.coordinator.remove(library.stack.store)
        let text = try refusal { try library.stack.context().setQueryGenerationFrom(token) }
        #expect(text.contains("was removed"))
        #expect(try Library.items(reader) == [])
        reader.performAndWait {
            reader.refreshAllObjects()
            #expect(throws: (any Error).self) { try reader.existingObject(with: items[0].objectID) }
        }
        // Nothing holds a file any more.
        if let file = library.stack.url {
            #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
        }
    }

    @Test(
        "CTX-154 a store that is added later is not seen until the context moves on",
        arguments: Stack.Kind.lasting)
    func addedStore(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let (reader, coordinator) = (library.reader, library.stack.coordinator)
        try library.pinReader()
        let second = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        try library.writer.performAndWait {
            let item = library.writer.insert("Item", ["title": "four", "points": 40])
            library.writer.assign(item, to: second)
            try library.writer.save()
        }
        #expect(try Library.items(reader) == Library.before)
        try reader.setQueryGenerationFrom(.current)
        #expect(try Library.items(reader) == Library.before + ["four 40"])
    }

    @Test(
        "CTX-155 a child reads the state of its root, and cannot be pinned itself",
        arguments: Stack.Kind.lasting)
    func children(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = library.reader
        try library.pinReader()
        try library.change()
        #expect(try Library.items(child) == Library.before)
        #expect(child.queryGenerationToken == nil)
        let error = try #require(throws: CoreDataException.self) {
            try child.setQueryGenerationFrom(.current)
        }
        #expect(error.reason.contains("parent"))
        #expect(throws: Never.self) { try child.setQueryGenerationFrom(nil) }
        // A save into the parent writes nothing: the root stays.
        try child.performAndWait {
            child.insert("Item", ["title": "mine", "points": 5])
            try child.save()
        }
        #expect(try Library.items(child) == Library.before + ["mine 5"])
        try library.reader.performAndWait { try library.reader.save() }
        child.performAndWait { child.reset() }
        #expect(try Library.items(child) == ["three 3", "mine 5", "one 10"])
    }

    @Test("CTX-154 a context without a coordinator cannot be pinned")
    func withoutCoordinator() throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        #expect(throws: CoreDataException.self) { try context.setQueryGenerationFrom(.current) }
        #expect(throws: Never.self) { try context.setQueryGenerationFrom(nil) }
    }
}
