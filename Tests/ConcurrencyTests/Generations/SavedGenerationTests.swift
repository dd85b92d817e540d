// SPDX-License-Identifier: Apache-2.0
// The token that a save's notification carries.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Query generations of saves") struct SavedGenerationTests {
    /// What notifications of a context's saves carry.
    private func tokens(_ context: NSManagedObjectContext, during body: () throws -> Void) rethrows
        -> [NSQueryGenerationToken?]
    {
        let found = Latest<[NSQueryGenerationToken?]>()
        let observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
        ) { notification in
            let token = notification.userInfo?[NSManagedObjectContextQueryGenerationKey]
            found.set((found.value ?? []) + [token as? NSQueryGenerationToken])
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
        return found.value ?? []
    }

    @Test("CTX-42 the key has Apple's name")
    func key() {
        #expect(NSManagedObjectContextQueryGenerationKey == "newQueryGeneration")
        #expect(NSManagedObjectContext.NotificationKey.queryGeneration.rawValue == "newQueryGeneration")
    }

    @Test(
        "CTX-45 a save's token names the state after it, also when more is saved before it is used",
        arguments: Stack.Kind.lasting)
    func namesTheSave(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let (reader, writer) = (library.reader, library.writer)
        try library.pinReader()
        let saved = try tokens(writer) {
            try library.change()
            try writer.performAndWait {
                writer.insert("Item", ["title": "four", "points": 40])
                try writer.save()
            }
        }
        #expect(saved.count == 2)
        let tokens = try saved.map { try #require($0) }
        #expect(tokens[0] != tokens[1])
        #expect(try Library.items(reader) == Library.before)
        try reader.setQueryGenerationFrom(tokens[0])
        reader.performAndWait { reader.refreshAllObjects() }
        #expect(try Library.items(reader) == Library.after)
        #expect(reader.queryGenerationToken == tokens[0])
        try reader.setQueryGenerationFrom(tokens[1])
        #expect(try Library.items(reader) == Library.after + ["four 40"])
    }

    @Test(
        "CTX-45 the token of a pinned context's save is the one that the context has then",
        arguments: Stack.Kind.lasting)
    func pinnedSaver(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        let saved = try tokens(reader) {
            try reader.performAndWait {
                reader.insert("Item", ["title": "mine"])
                try reader.save()
            }
        }
        #expect(saved.count == 1 && saved[0] != nil)
        #expect(saved.first == reader.queryGenerationToken)
    }

    @Test(
        "CTX-45 where no context was ever pinned, a save's token names the state at its first use",
        arguments: Stack.Kind.lasting)
    func unusedToken(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let saved = try tokens(library.writer) { try library.change() }
        let token = try #require(saved.first ?? nil)
        try library.reader.setQueryGenerationFrom(token)
        #expect(try Library.items(library.reader) == Library.after)
        try library.writer.performAndWait {
            library.writer.insert("Item", ["title": "four", "points": 40])
            try library.writer.save()
        }
        #expect(try Library.items(library.reader) == Library.after)
        #expect(library.reader.queryGenerationToken == token)
    }

    @Test("CTX-45 saves to stores in memory carry no token")
    func inMemory() throws {
        let library = try Library(.inMemory)
        try library.pinReader()
        let saved = try tokens(library.writer) { try library.change() }
        #expect(saved == [nil])
    }
}
