// SPDX-License-Identifier: Apache-2.0
// When a pinned context moves on to the newest state, and when it stays.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Pinned contexts: moving on") struct MovingOnTests {
    @Test(
        "CTX-152 a save moves on to the newest state and stays pinned there",
        arguments: Stack.Kind.lasting)
    func save(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        let first = try #require(reader.queryGenerationToken)
        try library.change()
        try reader.performAndWait {
            reader.insert("Item", ["title": "mine", "points": 5])
            try reader.save()
        }
        let second = try #require(reader.queryGenerationToken)
        #expect(second != first)
        #expect(try Library.items(reader) == ["three 3", "mine 5", "one 10"])
        try library.writer.performAndWait {
            library.writer.insert("Item", ["title": "four", "points": 40])
            try library.writer.save()
        }
        #expect(try Library.items(reader) == ["three 3", "mine 5", "one 10"])
        #expect(reader.queryGenerationToken == second)
    }

    @Test(
        "CTX-152 a save without changes, a rollback and refreshing stay",
        arguments: Stack.Kind.lasting)
    func stays(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        let first = try #require(reader.queryGenerationToken)
        try library.change()
        try reader.performAndWait {
            try reader.save()
            reader.insert("Item")
            reader.rollback()
            reader.refreshAllObjects()
        }
        #expect(reader.queryGenerationToken == first)
        #expect(try Library.items(reader) == Library.before)
    }

    @Test(
        "CTX-152 CTX-86 reset moves on, and the context stays pinned",
        arguments: Stack.Kind.lasting)
    func reset(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        try library.change()
        reader.performAndWait { reader.reset() }
        #expect(reader.queryGenerationToken == nil)
        #expect(try Library.items(reader) == Library.after)
        #expect(reader.queryGenerationToken != nil)
        try library.writer.performAndWait {
            library.writer.insert("Item", ["title": "four", "points": 40])
            try library.writer.save()
        }
        #expect(try Library.items(reader) == Library.after)
    }

    @Test(
        "CTX-152 merging another context's save moves on",
        arguments: Stack.Kind.lasting)
    func merge(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        let one = try reader.performAndWait {
            let one = try #require(try reader.all("Item", "title == 'one'").first)
            #expect(one.value(forKey: "points") as? Int == 1)
            return one
        }
        let saved = Latest<Notification>()
        let name = NSManagedObjectContext.didSaveObjectsNotification
        let token = NotificationCenter.default.addObserver(
            forName: name, object: library.writer, queue: nil
        ) { saved.set($0) }
        defer { NotificationCenter.default.removeObserver(token) }
        try library.change()
        let notification = try #require(saved.value)
        try reader.performAndWait {
            reader.mergeChanges(fromContextDidSave: notification)
            #expect(one.value(forKey: "points") as? Int == 10)
            // What was deleted is waiting for the next save.
            try reader.save()
        }
        #expect(try Library.items(reader) == Library.after)
    }

    @Test(
        "CTX-152 merging what another process saved moves on",
        arguments: Stack.Kind.lasting)
    func adoptRemoteSave(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        let one = try reader.performAndWait { try #require(try reader.all("Item", "title == 'one'").first) }
        let url = one.objectID.uriRepresentation()
        #expect(reader.performAndWait { one.value(forKey: "points") as? Int } == 1)
        try library.changeElsewhere()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [url]], into: [reader])
        #expect(reader.performAndWait { one.value(forKey: "points") as? Int } == 10)
    }

    @Test(
        "CTX-152 a context that merges automatically moves on with every save of others",
        arguments: Stack.Kind.lasting)
    func automaticMerge(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        reader.automaticallyMergesChangesFromParent = true
        try library.pinReader()
        #expect(try Library.items(reader) == Library.before)
        try library.change()
        // The merge was put on the context's queue before change() returned.
        #expect(try Library.items(reader) == ["three 3", "one 10"])
    }

    @Test(
        "SAV-31 a pinned context that changes what others have changed meets a conflict, and moves on",
        arguments: Stack.Kind.lasting)
    func conflict(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        try library.change()
        try reader.performAndWait {
            let one = try #require(try reader.all("Item", "title == 'one'").first)
            one.setValue("renamed", forKey: "title")
            let error = try #require(throws: NSError.self) { try reader.save() }
            #expect(error.code == NSManagedObjectMergeError)
            let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
            #expect(conflicts?.first?.oldVersionNumber == 1)
            #expect(conflicts?.first?.newVersionNumber == 2)
            #expect(conflicts?.first?.cachedSnapshot?["points"] as? Int == 10)
            reader.refresh(one, mergeChanges: true)
            #expect(one.value(forKey: "points") as? Int == 10)
            #expect(one.value(forKey: "title") as? String == "renamed")
            try reader.save()
        }
        #expect(try Library.items(reader) == ["three 3", "renamed 10"])
    }

    @Test(
        "SAV-30 saveRetrying saves from a pinned context",
        arguments: Stack.Kind.lasting)
    func retrying(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        try library.change()
        try reader.performAndWait {
            try reader.all("Item", "title == 'one'").first?.setValue("renamed", forKey: "title")
            try reader.saveRetrying(maxAttempts: 3)
        }
        #expect(try Library.items(library.stack.context()) == ["three 3", "renamed 10"])
    }

    @Test(
        "CTX-152 a save that fails for another reason stays",
        arguments: Stack.Kind.lasting)
    func otherFailure(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        let first = reader.queryGenerationToken
        try library.change()
        reader.performAndWait {
            reader.insert("Item", ["title": "one"])
            #expect(throws: NSError.self) { try reader.save() }
        }
        // "one" is taken, which is a conflict of a constraint: the context must see by what.
        #expect(reader.queryGenerationToken != first)
        reader.performAndWait { reader.rollback() }
        try library.pinReader()
        let second = reader.queryGenerationToken
        try reader.performAndWait {
            try reader.all("Owner").first?.setValue("Eve", forKey: "name")
            try library.stack.coordinator.remove(library.stack.store)
            #expect(throws: (any Error).self) { try reader.save() }
        }
        #expect(reader.queryGenerationToken == second)
    }
}

/// The last value that a handler got.
final class Latest<Value>: @unchecked Sendable {
    // Sendable because the value is touched under the lock only.
    private let lock = NSLock()
    private var last: Value?

    func set(_ value: Value) { lock.withLock { last = value } }
    var value: Value? { lock.withLock { last } }
}
