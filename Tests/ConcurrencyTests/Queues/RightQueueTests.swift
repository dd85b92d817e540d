// SPDX-License-Identifier: Apache-2.0
// With the debug mode on, programs that keep to the queues are left alone, whatever the library does by itself.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Uses on the right queues") struct RightQueueTests {
    @Test("CTX-20 CTX-17 blocks on any thread, nested contexts and undo are no wrong uses")
    func blocks() async {
        await #expect(processExitsWith: .success) {
            let sample = try WrongQueueSample(mode: "1")
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = sample.context
            try Crew.work(4) { number in
                try child.performAndWait {
                    child.insert("Person", ["firstName": "\(number)"])
                    #expect(!(try child.all("Person").isEmpty))
                    try child.save()
                }
            }
            try sample.context.performAndWait {
                sample.context.undoManager = UndoManager()
                sample.person.setValue("Eve", forKey: "firstName")
                sample.context.undo()
                #expect(sample.person.value(forKey: "firstName") as? String == "Ada")
                try sample.context.save()
            }
            await child.perform { child.rollback() }
            _ = "\(sample.person) \(sample.context) \(sample.person.debugDescription)"
        }
    }

    @Test("CTX-20 CTX-19 the main thread may use a main-queue context without a block")
    func mainThread() async {
        await #expect(processExitsWith: .success) {
            setenv("PERDURE_CONCURRENCY_DEBUG", "1", 1)
            let stack = try Stack(.sqlite)
            try await MainActor.run {
                let context = NSManagedObjectContext(.mainQueue)
                context.persistentStoreCoordinator = stack.coordinator
                context.insert("Person", ["firstName": "Ada"])
                try context.save()
                let child = NSManagedObjectContext(.privateQueue)
                child.parent = context
                // The main thread waits for the child, which asks the parent.
                let counts = try child.performAndWait {
                    [try child.all("Person").count, try context.all("Person").count]
                }
                #expect(counts == [1, 1])
            }
        }
    }

    @Test("CTX-20 merging, faults and the release of contexts and objects are no wrong uses")
    func library() async {
        await #expect(processExitsWith: .success) {
            let sample = try WrongQueueSample(mode: "1")
            let follower = sample.stack.context()
            follower.automaticallyMergesChangesFromParent = true
            let id = sample.person.objectID
            let twin = try follower.performAndWait { Passed(try follower.existingObject(with: id)) }
            try sample.context.performAndWait {
                sample.person.setValue("Eve", forKey: "firstName")
                try sample.context.save()
            }
            let name = await follower.perform(schedule: .enqueued) {
                twin.value.value(forKey: "firstName") as? String
            }
            #expect(name == "Eve")
            for _ in 0..<10 {
                let brief = sample.stack.context()
                let objects = try brief.performAndWait { Passed(try brief.all("Person")) }
                // Whichever thread lets go last releases them.
                try Crew.work(1) { _ in withExtendedLifetime(objects) {} }
            }
        }
    }
}
