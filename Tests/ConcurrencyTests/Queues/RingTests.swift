// SPDX-License-Identifier: Apache-2.0
// Threads that wait for each other's queues in a ring: one of them runs a block of another one, and all go on. A deadlock
// shows as a test that does not end.

import Dispatch
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Rings of queues") struct RingTests {
    /// A context of the main queue over a store, with one person.
    private struct Family {
        let stack: Stack
        let parent = NSManagedObjectContext(.mainQueue)
        let person: NSManagedObject

        @MainActor init(_ kind: Stack.Kind = .inMemory) throws {
            stack = try Stack(kind)
            parent.persistentStoreCoordinator = stack.coordinator
            person = parent.insert("Person", ["firstName": "0"])
            try parent.save()
        }

        /// A private context that follows its parent's saves and has read the person.
        @MainActor func follower(of parent: NSManagedObjectContext) throws -> NSManagedObjectContext {
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = parent
            child.automaticallyMergesChangesFromParent = true
            child.retainsRegisteredObjects = true
            #expect(try child.performAndWait { try child.texts("Person") } == ["0"])
            return child
        }

        @MainActor func save(_ name: Int) throws {
            person.setValue("\(name)", forKey: "firstName")
            try parent.save()
        }
    }

    @Test(
        "PRG-34 a main-queue parent waits for a child that merges its save", arguments: Stack.Kind.allCases)
    @MainActor func merging(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let child = try family.follower(of: family.parent)
        for name in 1...50 {
            try family.save(name)
            // The merge stands before this block.
            #expect(try child.performAndWait { try child.texts("Person") } == ["\(name)"])
        }
    }

    @Test("PRG-34 a main-queue parent waits for the lowest of three levels that merge")
    @MainActor func threeLevels() throws {
        let family = try Family()
        let middle = try family.follower(of: family.parent)
        let lowest = try family.follower(of: middle)
        for name in 1...50 {
            try family.save(name)
            #expect(try lowest.performAndWait { try lowest.all("Person").count } == 1)
            #expect(try middle.performAndWait { try middle.texts("Person") } == ["\(name)"])
        }
    }

    @Test("PRG-34 a main-queue parent waits for two children that merge its save")
    @MainActor func twoChildren() throws {
        let family = try Family()
        let children = try [family.follower(of: family.parent), family.follower(of: family.parent)]
        for name in 1...50 {
            try family.save(name)
            for child in children {
                #expect(try child.performAndWait { try child.texts("Person") } == ["\(name)"])
            }
            let nested = try children[0].performAndWait {
                try children[1].performAndWait { try children[1].texts("Person") }
            }
            #expect(nested == ["\(name)"])
        }
    }

    @Test("PRG-34 the coordinator's queue waits for a context whose block waits for the coordinator")
    func coordinator() throws {
        let stack = try Stack(.inMemory)
        let (context, coordinator) = (stack.context(), stack.coordinator)
        let (isInside, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let log = Collected<String>()
        context.perform {
            isInside.signal()
            coordinator.performAndWait { log.add("coordinator in context") }
            isDone.signal()
        }
        coordinator.performAndWait {
            isInside.wait()
            context.performAndWait { log.add("context in coordinator") }
        }
        isDone.wait()
        #expect(Set(log.all) == ["coordinator in context", "context in coordinator"])
    }

    @Test("PRG-34 two contexts wait for each other")
    func crossed() throws {
        let stack = try Stack(.inMemory)
        let contexts = [stack.context(), stack.context()]
        let arrived = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let log = Collected<Int>()
        try Crew.work(2) { number in
            try contexts[number].performAndWait {
                arrived[number].signal()
                arrived[1 - number].wait()
                arrived[1 - number].signal()
                try contexts[1 - number].performAndWait {
                    log.add(try contexts[1 - number].all("Person").count)
                }
            }
        }
        #expect(log.all == [0, 0])
    }

    @Test("PRG-34 what is asked of a main-queue context runs on the main thread, also in a ring")
    @MainActor func mainThread() throws {
        let family = try Family()
        let (parent, child) = (family.parent, NSManagedObjectContext(.privateQueue))
        child.parent = parent
        let isInside = DispatchSemaphore(value: 0)
        let threads = Collected<UInt>()
        child.perform {
            isInside.signal()
            parent.performAndWait { threads.add(UInt(pthread_self())) }
        }
        isInside.wait()
        child.performAndWait { threads.add(UInt(pthread_self())) }
        #expect(threads.all == [UInt(pthread_self()), UInt(pthread_self())])
    }

    /// What only blocks of one context touch.
    private final class Tally: @unchecked Sendable {
        // Sendable because the context's queue lets one block at a time use it: that is what is tested.
        var count = 0
    }

    @Test("PRG-34 CTX-21 many threads go through many queues in all orders, one at a time in each")
    func allOrders() throws {
        let stack = try Stack(.inMemory)
        let contexts = (0..<4).map { _ in stack.context() }
        let tallies = contexts.map { _ in Tally() }
        try Crew.work(6) { number in
            var numbers = SeededNumbers(seed: UInt64(number))
            for _ in 0..<300 {
                let way = (0..<3).map { _ in Int.random(in: 0..<4, using: &numbers) }
                if Bool.random(using: &numbers) { contexts[way[0]].perform { tallies[way[0]].count += 1 } }
                contexts[way[0]].performAndWait {
                    tallies[way[0]].count += 1
                    contexts[way[1]].performAndWait {
                        tallies[way[1]].count += 1
                        contexts[way[2]].performAndWait { tallies[way[2]].count += 1 }
                    }
                }
            }
        }
        let counts = zip(contexts, tallies).map { context, tally in context.performAndWait { tally.count } }
        let later = (0..<6).map { number in
            var numbers = SeededNumbers(seed: UInt64(number))
            return (0..<300).filter { _ in
                for _ in 0..<3 { _ = Int.random(in: 0..<4, using: &numbers) }
                return Bool.random(using: &numbers)
            }.count
        }
        let wanted = 6 * 300 * 3 + later.reduce(0, +)
        #expect(counts.reduce(0, +) == wanted)
    }
}

extension NSManagedObjectContext {
    /// The first names of all objects.
    fileprivate func texts(_ entity: String) throws -> [String] {
        try all(entity, nil, by: "firstName").compactMap { $0.value(forKey: "firstName") as? String }
    }
}
