// SPDX-License-Identifier: Apache-2.0
// Blocks on the queues of contexts, coordinators and containers.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Blocks on queues") struct PerformRuleTests {
    private struct Expected: Error {}

    private func insertAda(_ context: NSManagedObjectContext) {
        context.insert("Person", ["firstName": "Ada"])
    }

    @Test("CTX-221 the block of a cancelled task runs to its end, and its result arrives")
    func cancelled() async throws {
        let context = try Stack(.inMemory).context()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await context.perform {
                context.userInfo["ran"] = true
                return 7
            }
        }
        #expect(await task.value == 7)
        #expect(task.isCancelled)
        #expect(await context.perform { context.userInfo["ran"] as? Bool } == true)
    }

    @Test("CTX-221 cancelling a task does not abort the block that is running")
    func cancelledMeanwhile() async throws {
        let stack = try Stack(.inMemory)
        let context = stack.context()
        let (began, canGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            try await context.perform {
                began.signal()
                canGoOn.wait()
                context.insert("Person")
                try context.save()
                return try context.all("Person").count
            }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                began.wait()
                continuation.resume()
            }
        }
        task.cancel()
        canGoOn.signal()
        #expect(try await task.value == 1)
    }

    @Test("CTX-18 CTX-220 errors and results come back from all forms")
    func outcomes() async throws {
        let stack = try Stack(.inMemory)
        let context = stack.context()
        await #expect(throws: Expected.self) { try await context.perform { throw Expected() } }
        await #expect(throws: Expected.self) {
            try await context.perform(schedule: .enqueued) { throw Expected() }
        }
        await #expect(throws: Expected.self) { try await stack.coordinator.perform { throw Expected() } }
        #expect(throws: Expected.self) { try context.performAndWait { throw Expected() } }
        #expect(throws: Expected.self) { try stack.coordinator.performAndWait { throw Expected() } }
        #expect(await stack.coordinator.perform { 7 } == 7)
        #expect(stack.coordinator.performAndWait { 7 } == 7)
    }

    /// Not async, so that the form of perform without a result is chosen.
    private func enqueue(_ context: NSManagedObjectContext, _ block: @escaping @Sendable () -> Void) {
        context.perform(block)
    }

    @Test("CTX-18 immediate runs at once on the queue, enqueued after what waits already")
    func schedules() async throws {
        let context = try Stack(.inMemory).context()
        let order = Collected<String>()
        enqueue(context) {
            self.enqueue(context) { order.add("second") }
            context.performAndWait { order.add("first") }
        }
        await context.perform(schedule: .enqueued) {}
        await context.perform(schedule: .enqueued) { order.add("third") }
        #expect(order.all == ["first", "second", "third"])
    }

    @Test("CTX-17 performAndWait does not end the event, perform does", arguments: [false, true])
    func events(_ isAwaited: Bool) async throws {
        let stack = try Stack(.inMemory)
        let context = stack.context()
        let events = Collected<Void>()
        let observation = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
        ) { _ in events.add(()) }
        defer { NotificationCenter.default.removeObserver(observation) }
        if isAwaited {
            await context.perform { self.insertAda(context) }
            #expect(events.all.count == 1)
        } else {
            context.performAndWait { insertAda(context) }
            #expect(events.all.isEmpty)
            context.performAndWait { context.processPendingChanges() }
            #expect(events.all.count == 1)
        }
    }

    @Test("CTX-220 the context of a block is not that of a task which the block starts")
    func innerTask() async throws {
        let stack = try Stack(.inMemory)
        let context = stack.context()
        let task = await context.perform {
            Task { try NSFetchRequest<NSManagedObject>(entityName: "Person").execute().count }
        }
        await #expect(throws: CoreDataException.self) { try await task.value }
        let count = try await context.perform {
            try NSFetchRequest<NSManagedObject>(entityName: "Person").execute().count
        }
        #expect(count == 0)
    }

    @Test("CTX-16 both forms of performBackgroundTask save with a context of their own")
    func backgroundTasks() async throws {
        let container = try Self.container()
        let count = try await container.performBackgroundTask { context in
            context.insert("Note", ["text": "first"])
            try context.save()
            return try context.all("Note").count
        }
        #expect(count == 1)
        await withCheckedContinuation { continuation in
            container.performBackgroundTask { context in
                context.insert("Note", ["text": "second"])
                do { try context.save() } catch { Issue.record(error) }
                continuation.resume()
            }
        }
        let texts = try await container.newBackgroundContext().perform {
            try NSFetchRequest<NSManagedObject>(entityName: "Note").execute()
                .compactMap { $0.value(forKey: "text") as? String }.sorted()
        }
        #expect(texts == ["first", "second"])
    }

    @Test("CTX-128 a background context has a private queue and follows the saves of others")
    func backgroundContext() throws {
        let context = try Self.container().newBackgroundContext()
        #expect(context.concurrencyType == .privateQueueConcurrencyType)
        #expect(context.automaticallyMergesChangesFromParent)
    }

    private static func container() throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: FixtureModel.notes())
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }
}
