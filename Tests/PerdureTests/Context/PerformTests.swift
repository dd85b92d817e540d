// SPDX-License-Identifier: Apache-2.0
// Queues of contexts.

import Foundation
import Perdure
import Testing

@Suite("Queues of contexts")
struct PerformTests {
    private let stack: PeopleStack

    init() throws { stack = try PeopleStack() }

    @Test("CTX-17 CTX-18 CTX-223 performAndWait nests, through other contexts too, returns and throws")
    func nesting() throws {
        struct Expected: Error {}
        let first = stack.context()
        let second = stack.context()
        let value = first.performAndWait { second.performAndWait { first.performAndWait { 7 } } }
        #expect(value == 7)
        #expect(throws: Expected.self) { try first.performAndWait { throw Expected() } }
    }

    @Test("CTX-16 CTX-220 perform is awaited, ends the event, and rethrows")
    func asynchronous() async throws {
        let context = stack.context()
        let entity = try stack.entity("Person")
        let isTemporary = await context.perform {
            NSManagedObject(entity: entity, insertInto: context).objectID.isTemporaryID
        }
        #expect(isTemporary)
        try await context.perform { try context.save() }
        let count = try await context.perform(schedule: .enqueued) {
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
        }
        #expect(count == 1)
    }

    /// Not async, so that the form of perform without a result is chosen.
    private func enqueueNumbers(_ context: NSManagedObjectContext) {
        for number in 0..<20 {
            context.perform {
                let numbers = context.userInfo["numbers"] as? [Int] ?? []
                context.userInfo["numbers"] = numbers + [number]
            }
        }
    }

    @Test("CTX-16 blocks run one after the other, in order")
    func order() async throws {
        let context = stack.context()
        enqueueNumbers(context)
        let numbers = await context.perform(schedule: .enqueued) { context.userInfo["numbers"] as? [Int] }
        #expect(numbers == Array(0..<20))
    }

    @Test("CTX-19 CTX-32 a main-queue context works on the main actor")
    @MainActor
    func mainQueue() throws {
        let context = NSManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = stack.coordinator
        let person = try stack.insert("Person", into: context)
        let name = context.performAndWait { person.entity.name }
        #expect(name == "Person")
        try context.save()
    }
}
