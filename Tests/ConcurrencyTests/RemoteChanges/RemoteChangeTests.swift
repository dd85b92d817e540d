// SPDX-License-Identifier: Apache-2.0
// NSPersistentStoreRemoteChange: who is told of which commit.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Remote change notifications") struct RemoteChangeTests {
    static let options = [NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]

    private func save(_ stack: Stack) throws {
        let context = stack.context()
        try context.performAndWait {
            context.insert("Note")
            try context.save()
        }
    }

    @Test("STO-180 names and keys are Apple's")
    func names() {
        #expect(
            NSPersistentStoreRemoteChangeNotificationPostOptionKey
                == "NSPersistentStoreRemoteChangeNotificationOptionKey")
        #expect(
            NSNotification.Name.NSPersistentStoreRemoteChange.rawValue
                == "NSPersistentStoreRemoteChangeNotification")
        #expect(NSPersistentStoreURLKey == "storeURL")
    }

    @Test(
        "STO-180 a save is told to its own coordinator, with the store's UUID and URL",
        arguments: Stack.Kind.allCases)
    func ownSave(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FixtureModel.notes(), options: Self.options)
        let changes = RemoteChanges(stack)
        try save(stack)
        let change = try #require(changes.next())
        #expect(change[NSStoreUUIDKey] as? String == stack.store.identifier)
        #expect(change[NSPersistentStoreURLKey] as? URL == stack.store.url)
        try save(stack)
        #expect(changes.next() != nil)
    }

    @Test(
        "STO-180 HT-12 a save of another coordinator is noticed though nobody reads",
        arguments: Stack.Kind.lasting)
    func otherCoordinator(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FixtureModel.notes(), options: Self.options)
        let other = try Stack(at: #require(stack.place), FixtureModel.notes(), options: Self.options)
        let (mine, theirs) = (RemoteChanges(stack), RemoteChanges(other))
        try save(other)
        #expect(try #require(mine.next())[NSPersistentStoreURLKey] as? URL == stack.store.url)
        #expect(theirs.next() != nil)
    }

    @Test("STO-180 a save of another process is noticed, and its values are read then")
    func otherProcess() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Counters.sqlite")
        let stack = try Stack(at: url, FaultModel.batches(), options: Self.options)
        let context = stack.context()
        let counter = try context.performAndWait {
            let counter = context.insert("Counter", ["value": 0])
            try context.save()
            return counter
        }
        let changes = RemoteChanges(stack)
        #expect(try FaultWriter("count", url.path, "1").finish().lines == ["1"])
        // The first may be that of the context's own save.
        var value: Int?
        while value != 1, changes.next() != nil {
            value = context.performAndWait {
                context.refresh(counter, mergeChanges: false)
                return counter.value(forKey: "value") as? Int
            }
        }
        #expect(value == 1)
    }

    @Test(
        "STO-180 without the option nothing is posted",
        arguments: Stack.Kind.lasting)
    func withoutOption(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FixtureModel.notes())
        let other = try Stack(at: #require(stack.place), FixtureModel.notes(), options: Self.options)
        let (mine, theirs) = (RemoteChanges(stack), RemoteChanges(other))
        try save(stack)
        #expect(theirs.next() != nil)
        try save(other)
        #expect(theirs.next() != nil)
        _ = try stack.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Note"))
        #expect(mine.count == 0)
    }

    @Test(
        "STO-180 a store that was removed posts nothing, and its file is free",
        arguments: Stack.Kind.lasting)
    func removal(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FixtureModel.notes(), options: Self.options)
        let url = try #require(stack.place)
        let other = try Stack(at: url, FixtureModel.notes(), options: Self.options)
        let (mine, theirs) = (RemoteChanges(stack), RemoteChanges(other))
        try stack.coordinator.remove(stack.store)
        try save(other)
        #expect(theirs.next() != nil)
        #expect(mine.count == 0)
        try other.coordinator.remove(other.store)
        if url.isFileURL { #expect(!FileManager.default.fileExists(atPath: url.path + "-wal")) }
    }
}
