// SPDX-License-Identifier: Apache-2.0
// Observers of a context's hasChanges, and readers of its sequences.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

/// A context that observes another one.
private final class WatchingContext: NSManagedObjectContext, @unchecked Sendable {
    // Sendable as its superclass.

    private(set) var seen: [String] = []

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) { seen.append("\(keyPath ?? "") \(change?[.newKey] ?? "-")") }
}

@Suite("Observing a context")
struct ContextObservationTests {
    @Test("CTX-54 hasChanges is observable", arguments: Stack.Kind.allCases)
    func hasChanges(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let context = desk.context
        let log = ChangeLog()
        let observation = context.observe(\.hasChanges, options: [.initial, .prior, .old, .new]) {
            _, change in
            log.add(ChangeLog.text(change))
        }
        #expect(log.take() == ["setting new false"])
        let dirty = ["setting prior old false", "setting old false new true"]
        let clean = ["setting prior old true", "setting old true new false"]
        let person = context.insert("Person", ["firstName": "Ada"])
        #expect(log.take() == dirty)
        person.setValue("Eve", forKey: "firstName")
        #expect(log.take().isEmpty)
        try context.save()
        #expect(log.take() == clean)
        let steps: [(Bool, () throws -> Void)] = [
            (true, { person.setValue("x", forKey: "mood") }), (false, { context.rollback() }),
            (true, { person.setValue("y", forKey: "note") }),
            (false, { context.refresh(person, mergeChanges: false) }),
            (true, { context.delete(person) }), (false, { context.insert(person) }),
            (true, { person.setValue("z", forKey: "note") }), (false, { try context.save() }),
            (true, { context.insert("Tag") }), (false, { context.reset() }),
        ]
        for (isDirty, step) in steps {
            try step()
            #expect(log.take() == (isDirty ? dirty : clean) && context.hasChanges == isDirty)
        }
        observation.invalidate()
        context.insert("Tag")
        #expect(log.take().isEmpty)
    }

    @Test("a failed save tells nothing; other keys of a context are refused")
    func refused() throws {
        let desk = try Desk(.inMemory, FixtureModel.scenarios())
        let log = ChangeLog()
        let observation = desk.context.observe(\.hasChanges) { _, change in log.add(ChangeLog.text(change)) }
        desk.context.insert("Item")
        #expect(log.take() == ["setting"])
        #expect(throws: (any Error).self) { try desk.context.save() }
        #expect(log.take().isEmpty)
        for refused in [
            { _ = desk.context.observe(\.retainsRegisteredObjects) { _, _ in } },
            { desk.context.addObserver(NamedObserver(log), forKeyPath: "name", context: nil) },
        ] {
            let error = #expect(throws: CoreDataException.self) { try ExceptionTrap.catching(refused) }
            #expect(error?.name == .undefinedKeyException && error?.reason.contains("hasChanges") == true)
        }
        withExtendedLifetime(observation) {}
    }

    @Test("a context observes by overriding, until it is removed")
    func observer() throws {
        let desk = try Desk(.inMemory, FixtureModel.scenarios())
        let watcher = WatchingContext(.privateQueue)
        desk.context.addObserver(watcher, forKeyPath: "hasChanges", options: .new, context: nil)
        desk.context.insert("Tag")
        try desk.context.save()
        desk.context.removeObserver(watcher, forKeyPath: "hasChanges")
        desk.context.insert("Tag")
        #expect(watcher.seen == ["hasChanges true", "hasChanges false"])
        let error = #expect(throws: CoreDataException.self) {
            try ExceptionTrap.catching {
                desk.context.removeObserver(watcher, forKeyPath: "hasChanges", context: nil)
            }
        }
        #expect(error?.name == .rangeException)
    }

    @Test(
        "the sequence of changes gives every event from the moment it is asked for",
        arguments: Stack.Kind.allCases)
    func changes(_ kind: Stack.Kind) async throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let context = desk.context
        let old = context.insert("Person", ["firstName": "old"])
        try context.save()
        let (sequence, saves) = (context.changes, context.saves)
        let new = context.insert("Person")
        let temporary = new.objectID
        old.setValue("x", forKey: "note")
        try context.save()
        context.refresh(old, mergeChanges: false)
        context.processPendingChanges()
        context.delete(old)
        try context.save()
        context.reset()
        var changes = sequence.makeAsyncIterator()
        let first = try #require(await changes.next())
        #expect(first.inserted == [temporary] && first.updated == [old.objectID] && first.deleted.isEmpty)
        #expect(await changes.next()?.refreshed == [old.objectID])
        #expect(await changes.next()?.deleted == [old.objectID])
        let last = try #require(await changes.next())
        #expect(last.invalidatedAll == [new.objectID] && last.inserted.isEmpty && last.refreshed.isEmpty)
        var saved = saves.makeAsyncIterator()
        let save = try #require(await saved.next())
        #expect(save.inserted == [new.objectID] && save.updated == [old.objectID] && save.deleted.isEmpty)
        #expect(!new.objectID.isTemporaryID)
        let deletion = ContextSave(inserted: [], updated: [], deleted: [old.objectID], refreshed: [])
        #expect(await saved.next() == deletion)
    }

    @Test("sequences end with the context, which they do not keep")
    func end() async throws {
        let stack = try Stack()
        var context: NSManagedObjectContext? = stack.context()
        weak let reference = context
        let (changes, saves) = (try #require(context).changes, try #require(context).saves)
        context?.insert("Tag")
        try context?.save()
        context = nil
        #expect(reference == nil)
        var (changeCount, saveCount) = (0, 0)
        for await _ in changes { changeCount += 1 }
        for await _ in saves { saveCount += 1 }
        #expect(changeCount == 1 && saveCount == 1)
    }

    @Test("sequences end with the reading task, and leave nothing behind")
    func cancellation() async throws {
        let desk = try Desk(.inMemory, FixtureModel.scenarios())
        let observers = desk.context.observers
        let sequence = desk.context.changes
        #expect(observers.hasReaders)
        let reader = Task { for await _ in sequence {} }
        reader.cancel()
        await reader.value
        #expect(!observers.hasReaders)
        _ = desk.context.saves
        #expect(!observers.hasReaders)
    }
}
