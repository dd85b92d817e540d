// SPDX-License-Identifier: Apache-2.0
// automaticallyMergesChangesFromParent: saves arrive on the context's own queue, some time later. The tests wait for
// the notification of the merge.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// The merges of one context, to be waited for.
final class MergeSignal: Sendable {
    private let merges: AsyncStream<Set<String>>
    private nonisolated(unsafe) let token: any NSObjectProtocol
    // Never changed; the notification center takes it from any thread.

    init(_ context: NSManagedObjectContext) {
        let (stream, continuation) = AsyncStream<Set<String>>.makeStream()
        merges = stream
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context, queue: nil
        ) { note in
            continuation.yield(Set((note.userInfo ?? [:]).keys.compactMap { $0 as? String }))
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }

    /// The keys of the next merge that was not taken yet.
    func next() async -> Set<String>? { await merges.first { _ in true } }
}

@Suite("Merging automatically") struct AutomaticMergingTests {
    private func name(_ id: NSManagedObjectID, in context: NSManagedObjectContext) async throws -> String? {
        try await context.perform {
            try context.existingObject(with: id).value(forKey: "firstName") as? String
        }
    }

    @Test("CTX-149 TRN-212 a save of another context arrives by itself", arguments: Stack.Kind.allCases)
    func arrives(_ kind: Stack.Kind) async throws {
        let stack = try Stack(kind)
        let (a, b) = (stack.context(), stack.context())
        let id = try await a.perform {
            let person = a.insert("Person", ["firstName": "Ada", "lastName": "Byron"])
            try a.save()
            return person.objectID
        }
        // The object must stay alive in B, as it would in a program that shows it.
        await b.perform {
            b.retainsRegisteredObjects = true
            b.automaticallyMergesChangesFromParent = true
        }
        try await b.perform {
            let twin = try b.existingObject(with: id)
            twin.setValue("King", forKey: "lastName")
            twin.setValue("glad", forKey: "mood")
        }
        let signal = MergeSignal(b)
        try await a.perform {
            try a.existingObject(with: id).setValue("Eve", forKey: "firstName")
            try a.save()
        }
        #expect(await signal.next() == [NSUpdatedObjectIDsKey, NSRefreshedObjectIDsKey])
        try await b.perform {
            let twin = try #require(b.registeredObject(for: id))
            #expect(twin.value(forKey: "firstName") as? String == "Eve")
            #expect(twin.value(forKey: "lastName") as? String == "King")
            #expect(twin.value(forKey: "mood") as? String == "glad" && twin.isUpdated)
        }
    }

    @Test("CTX-149 a context does not merge its own saves, and not after the switch is off")
    func ownAndOff() async throws {
        let stack = try Stack(.inMemory)
        let (a, b, c) = (stack.context(), stack.context(), stack.context())
        for context in [a, b, c] {
            await context.perform { context.automaticallyMergesChangesFromParent = true }
        }
        await c.perform { c.automaticallyMergesChangesFromParent = false }
        let posted = await a.perform { UncheckedBox(PostedIDs(a)) }
        let silent = await c.perform { UncheckedBox(PostedIDs(c)) }
        let signal = MergeSignal(b)
        try await a.perform {
            a.insert("Person")
            try a.save()
        }
        #expect(await signal.next() == [NSInsertedObjectIDsKey])
        // What was enqueued before this block has run when it returns.
        await a.perform(schedule: .enqueued) { #expect(posted.value.merges.isEmpty) }
        await c.perform(schedule: .enqueued) { #expect(silent.value.merges.isEmpty) }
    }

    @Test("CTX-149 background contexts of a container follow, the view context does not")
    @MainActor func container() async throws {
        let container = NSPersistentContainer(name: "T", managedObjectModel: FixtureModel.scenarios())
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        #expect(!container.viewContext.automaticallyMergesChangesFromParent)
        let background = container.newBackgroundContext()
        #expect(background.automaticallyMergesChangesFromParent)
        let signal = MergeSignal(background)
        container.viewContext.insert("Person")
        try container.viewContext.save()
        #expect(await signal.next() == [NSInsertedObjectIDsKey])
        container.viewContext.automaticallyMergesChangesFromParent = true
        let view = MergeSignal(container.viewContext)
        try await background.perform {
            background.insert("Person")
            try background.save()
        }
        #expect(await view.next() == [NSInsertedObjectIDsKey])
    }

    @Test("CTX-149 a context without a queue refuses")
    func confinement() async {
        await #expect(processExitsWith: .failure) {
            let type = try #require(NSManagedObjectContextConcurrencyType(rawValue: 0))
            NSManagedObjectContext(concurrencyType: type).automaticallyMergesChangesFromParent = true
        }
    }

    @Test("CTX-149 a context that is gone is no burden, and may be replaced")
    func gone() async throws {
        let stack = try Stack(.inMemory)
        let a = stack.context()
        for _ in 0..<50 { stack.context().automaticallyMergesChangesFromParent = true }
        let b = NSManagedObjectContext(.privateQueue)
        b.automaticallyMergesChangesFromParent = true
        b.persistentStoreCoordinator = stack.coordinator
        let signal = MergeSignal(b)
        try await a.perform {
            a.insert("Person")
            try a.save()
        }
        #expect(await signal.next() == [NSInsertedObjectIDsKey])
    }
}

/// Carries what a test reads on the right queue only.
struct UncheckedBox<Value>: @unchecked Sendable {
    // Sendable because the test opens it on the queue that the value belongs to.
    let value: Value
    init(_ value: Value) { self.value = value }
}
