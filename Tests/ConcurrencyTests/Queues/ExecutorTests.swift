// SPDX-License-Identifier: Apache-2.0
// Actors on the queue of a context.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// An actor that works on its context's queue.
private actor Importer {
    nonisolated let context: NSManagedObjectContext
    nonisolated var unownedExecutor: UnownedSerialExecutor { context.executor.asUnownedSerialExecutor() }
    private(set) var names: [String] = []

    init(_ context: NSManagedObjectContext) { self.context = context }

    func add(_ name: String) throws {
        names.append(name)
        context.insert("Person", ["firstName": name])
        try context.save()
    }

    func insert(_ name: String) { context.insert("Person", ["firstName": name]) }

    func note(_ name: String) { names.append(name) }

    /// What a request finds that asks for the context by itself.
    func stored() throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
        return try request.execute().compactMap { $0.value(forKey: "firstName") as? String }
    }

    /// Inserts before and after a suspension.
    func insertAround(_ other: Importer) async {
        insert("before")
        await other.note("called")
        insert("after")
        insert("and after")
    }

    /// Works before and after a suspension.
    func addAround(_ other: Importer) async throws -> Bool {
        context.insert("Person", ["firstName": "before"])
        await other.note("called")
        context.insert("Person", ["firstName": "after"])
        try context.save()
        return context.hasChanges
    }
}

@Suite("Actors on a context's queue") struct ExecutorTests {
    private func context(_ type: NSManagedObjectContext.ConcurrencyType, _ stack: Stack)
        -> NSManagedObjectContext
    {
        let context = NSManagedObjectContext(type)
        context.persistentStoreCoordinator = stack.coordinator
        return context
    }

    private static let types: [NSManagedObjectContext.ConcurrencyType] = [.privateQueue, .mainQueue]

    @Test("CTX-222 an actor on a context's queue stores what perform stores", arguments: types)
    func sameAsPerform(_ type: NSManagedObjectContext.ConcurrencyType) async throws {
        let stack = try Stack(.sqlite)
        let importer = Importer(context(type, stack))
        for name in ["Ada", "Bob"] { try await importer.add(name) }
        let context = importer.context
        try await context.perform {
            context.insert("Person", ["firstName": "Eve"])
            try context.save()
        }
        #expect(try await importer.stored() == ["Ada", "Bob", "Eve"])
        #expect(await importer.names == ["Ada", "Bob"])
    }

    @Test("CTX-222 an actor's work and blocks of perform come one after the other", arguments: types)
    func order(_ type: NSManagedObjectContext.ConcurrencyType) async throws {
        let stack = try Stack(.inMemory)
        let importer = Importer(context(type, stack))
        let context = importer.context
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { await importer.note("\(number)") }
                group.addTask {
                    await context.perform { importer.assumeIsolated { $0.noteInside("block \(number)") } }
                }
            }
        }
        #expect(await importer.names.count == 100)
        #expect(await Set(importer.names).count == 100)
    }

    @Test("CTX-222 a block that is enqueued before an actor's work runs before it")
    func enqueuedBefore() async throws {
        let stack = try Stack(.inMemory)
        let importer = Importer(context(.privateQueue, stack))
        let context = importer.context
        func enqueue() { context.perform { importer.assumeIsolated { $0.noteInside("block") } } }
        enqueue()
        await importer.note("actor")
        #expect(await importer.names == ["block", "actor"])
    }

    /// How many objects each event of a context inserted.
    private func insertions(
        _ context: NSManagedObjectContext, while body: (Collected<Int>) async throws -> Void
    )
        async rethrows
    {
        let events = Collected<Int>()
        let observation = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
        ) { note in
            events.add((note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0)
        }
        defer { NotificationCenter.default.removeObserver(observation) }
        try await body(events)
    }

    @Test("CTX-222 CTX-16 PRG-62 the end of an actor's work ends the event")
    func endOfEvent() async throws {
        let stack = try Stack(.inMemory)
        let importer = Importer(context(.privateQueue, stack))
        await insertions(importer.context) { events in
            await importer.insert("Ada")
            // Something that is not the actor's: between two calls that follow each other directly an optimizer leaves the
            // suspension out, and both are one piece of work.
            #expect(events.all.count <= 1)
            await importer.insert("Bob")
            #expect(events.all.count <= 2)
            // The event ends before the next work on the queue begins.
            await importer.note("later")
            #expect(events.all == [1, 1])
        }
    }

    @Test("CTX-222 PRG-62 each part of an actor's work between suspensions is an event of its own")
    func eventsAroundSuspension() async throws {
        let stack = try Stack(.inMemory)
        let first = Importer(context(.privateQueue, stack))
        let second = Importer(context(.privateQueue, stack))
        await insertions(first.context) { events in
            await first.insertAround(second)
            #expect(events.all.first == 1)
            await first.note("later")
            #expect(events.all == [1, 2])
        }
    }

    @Test("CTX-222 PRG-62 calls that an optimizer may join lose nothing, and the next work sees their end")
    func joinedCalls() async throws {
        let stack = try Stack(.inMemory)
        let importer = Importer(context(.privateQueue, stack))
        await insertions(importer.context) { events in
            await importer.insert("Ada")
            await importer.insert("Bob")
            await importer.context.perform {}
            #expect(events.all == [1, 1] || events.all == [2])
        }
    }

    @Test("CTX-222 work goes on after a suspension on the same queue")
    func suspension() async throws {
        let stack = try Stack(.inMemory)
        let first = Importer(context(.privateQueue, stack))
        let second = Importer(context(.mainQueue, stack))
        #expect(try await !first.addAround(second))
        #expect(try await first.stored() == ["after", "before"])
        #expect(await second.names == ["called"])
    }

    @Test("CTX-222 blocks of performAndWait may use the actor, on any thread", arguments: types)
    func assumedIsolation(_ type: NSManagedObjectContext.ConcurrencyType) async throws {
        let stack = try Stack(.inMemory)
        let importer = Importer(context(type, stack))
        if type == .mainQueue {
            await MainActor.run { importer.assumeIsolated { $0.noteInside("direct") } }
        } else {
            importer.context.performAndWait { importer.assumeIsolated { $0.noteInside("direct") } }
        }
        #expect(await importer.names == ["direct"])
        #expect(importer.context.executor.isIsolatingCurrentContext() == false)
    }

    @Test("CTX-222 elsewhere, to assume the actor's isolation stops the process")
    func notIsolated() async {
        await #expect(processExitsWith: .failure) {
            let importer = Importer(NSManagedObjectContext(.privateQueue))
            useFromHere(importer)
        }
    }

    @Test("CTX-222 a context without a queue has no executor")
    func confinement() async throws {
        await #expect(processExitsWith: .failure) {
            let type = try #require(NSManagedObjectContextConcurrencyType(rawValue: 0))
            _ = NSManagedObjectContext(concurrencyType: type).executor
        }
    }
}

/// Not async, as code is that has no other way than to assume.
private func useFromHere(_ importer: Importer) { importer.assumeIsolated { $0.noteInside("wrong") } }

extension Importer {
    fileprivate func noteInside(_ name: String) { note(name) }
}
