// SPDX-License-Identifier: Apache-2.0
// What handlers of a context's notifications may do: look, change, process, save, roll back.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Handlers of notifications")
struct HandlerTests {
    @Test(
        "CTX-202 in the handler old values are those of the event, and gone after it",
        arguments: Stack.Kind.allCases)
    func oldValues(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1])
        let handler = Handler(life.a)
        var seen: [Int?] = []
        handler.body = { context in
            seen.append(thing.changedValuesForCurrentEvent()["p"] as? Int)
            thing.set(9, "q")
            seen.append(thing.changedValuesForCurrentEvent()["q"] as? Int)
            context.processPendingChanges()
            seen.append(thing.changedValuesForCurrentEvent()["p"] as? Int)
        }
        thing.set(2, "p")
        thing.set(3, "p")
        life.a.processPendingChanges()
        #expect(seen == [1, nil, 1])
        // What the handler changed belongs to the next event.
        #expect(thing.changedValuesForCurrentEvent() as? [String: Int] == ["q": 0])
        life.a.processPendingChanges()
        #expect(thing.changedValuesForCurrentEvent().isEmpty)
    }

    @Test(
        "CTX-203 what a handler changes is reported by another notification", arguments: Stack.Kind.allCases)
    func changing(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved()
        let other = try life.saved()
        let log = SetLog(life.a)
        let handler = Handler(life.a)
        handler.body = { _ in other.set(1, "p") }
        thing.set(1, "p")
        life.a.processPendingChanges()
        life.a.processPendingChanges()
        #expect(log.take() == [["updated": [thing]], ["updated": [other]]])
    }

    @Test("CTX-203 CTX-31 CTX-16 at the end of a block, handlers' changes are reported too")
    func changingInBlock() async throws {
        let life = try Life(.sqlite)
        let context = life.a
        nonisolated(unsafe) let thing = try life.saved()
        nonisolated(unsafe) let other = try life.saved()
        nonisolated(unsafe) let log = SetLog(context)
        nonisolated(unsafe) let handler = Handler(context)
        await context.perform {
            handler.body = { _ in other.set(1, "p") }
            thing.set(1, "p")
        }
        let posts = await context.perform { log.take().map { $0.mapValues(\.count) } }
        #expect(posts == [["updated": 1], ["updated": 1]])
        withExtendedLifetime(handler) {}
    }

    @Test(
        "CTX-52 a handler may save, also what it changed itself", arguments: Stack.Kind.allCases,
        [false, true])
    func saving(kind: Stack.Kind, changes: Bool) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1])
        let other = try life.saved(["p": 1])
        let log = NotificationLog(life.a)
        let handler = Handler(life.a)
        var seen: [Int?] = []
        handler.body = { context in
            if changes { other.set(3, "p") }
            context.on("willSave") { if $0 === thing, $0.q == 0 { $0.set(4, "q") } }
            try context.save()
            seen.append(thing.changedValuesForCurrentEvent()["p"] as? Int)
        }
        thing.set(2, "p")
        life.a.processPendingChanges()
        #expect(!life.a.hasChanges && !thing.hasChanges && !other.hasChanges)
        #expect(try life.stored("p", of: thing) == 2)
        #expect(try life.stored("q", of: thing) == 4)
        #expect(try life.stored("p", of: other) == (changes ? 3 : 1))
        #expect(log.take().filter { $0.hasPrefix("didSave ") } == ["didSave updated:\(changes ? 2 : 1)"])
        thing.set(7, "p")
        #expect(thing.changedValuesForCurrentEvent()["p"] as? Int == 2)
        try life.a.save()
        #expect(try life.stored("p", of: thing) == 7)
    }

    @Test("CTX-52 SAV-15 a save in a handler of a save's own event is refused, and that save goes on")
    func nestedSaving() throws {
        let life = try Life(.sqlite)
        let thing = try life.saved(["p": 1])
        let handler = Handler(life.a)
        handler.body = { context in #expect(throws: CoreDataException.self) { try context.save() } }
        thing.set(2, "p")
        try life.a.save()
        #expect(try life.stored("p", of: thing) == 2)
        #expect(!life.a.hasChanges)
    }

    @Test("CTX-54 CTX-52 a handler may reset the context")
    func resetting() throws {
        let life = try Life(.inMemory)
        let thing = try life.saved(["p": 1])
        let handler = Handler(life.a)
        handler.body = { $0.reset() }
        thing.set(2, "p")
        life.a.processPendingChanges()
        #expect(!life.a.hasChanges && life.a.registeredObjects.isEmpty && thing.managedObjectContext == nil)
        #expect(try life.a.all("Thing").map(\.p) == [1])
    }

    @MainActor
    @Test("CTX-32 CTX-31 on the main queue a refresh, too, ends with the next turn, and changes after it")
    func mainQueue() async throws {
        let stack = try Stack(.inMemory, Life.model("PerdureTests.TracedObject"))
        let context = NSManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = stack.coordinator
        let thing = context.insert("Thing")
        try context.save()
        let log = NotificationLog(context)
        context.refresh(thing, mergeChanges: true)
        thing.set(1, "p")
        #expect(log.take().isEmpty)
        await nextTurn()
        #expect(log.take() == ["changed updated:1"])
        thing.set(2, "p")
        await nextTurn()
        #expect(log.take() == ["changed updated:1"])
    }

    /// Waits until the main queue has done what it has been given so far.
    @MainActor private func nextTurn() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
}
