// SPDX-License-Identifier: Apache-2.0
// Contexts of all kinds of queues above each other: whoever asks from wherever gets an answer. A deadlock shows as a test
// that does not end.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Queues above queues") struct DeadlockTests {
    typealias QueueType = NSManagedObjectContext.ConcurrencyType

    /// Three contexts, the first one on a store, each the parent of the next.
    private struct Tower {
        let stack: Stack
        let levels: [NSManagedObjectContext]

        init(_ isMain: [Bool]) throws {
            stack = try Stack(.inMemory)
            var levels: [NSManagedObjectContext] = []
            for isMain in isMain {
                let context = NSManagedObjectContext(isMain ? .mainQueue : .privateQueue)
                if let parent = levels.last {
                    context.parent = parent
                } else {
                    context.persistentStoreCoordinator = stack.coordinator
                }
                levels.append(context)
            }
            self.levels = levels
        }

        /// Inserts at the lowest level, saves up to the store, and reads at each level what is there.
        func work(_ name: String) throws -> [Int] {
            let lowest = levels[2]
            try lowest.performAndWait {
                lowest.insert("Person", ["firstName": name])
                try lowest.save()
            }
            for level in levels.reversed().dropFirst() { try level.performAndWait { try level.save() } }
            return try levels.map { level in
                try level.performAndWait { try level.all("Person", "firstName == '\(name)'").count }
            }
        }
    }

    /// Every mixture of three queues.
    private static let mixtures = (0..<8).map { bits in (0..<3).map { bits >> $0 & 1 == 1 } }

    @Test("CTX-21 CTX-224 three levels of any queues, used from the main thread", arguments: mixtures)
    @MainActor func fromMain(_ isMain: [Bool]) throws {
        #expect(try Tower(isMain).work("Ada") == [1, 1, 1])
    }

    /// Also with a private queue between two contexts of the main queue: it waits for the main queue from above, and the
    /// main queue for it from below.
    @Test(
        "CTX-21 PRG-34 three levels of other queues, used from many threads at a time", arguments: mixtures)
    func fromElsewhere(_ isMain: [Bool]) async throws {
        let tower = Passed(try Tower(isMain))
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in 0..<4 {
                group.addTask {
                    // On a thread of its own, because it waits for the main thread.
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread {
                            continuation.resume(with: Result { try tower.value.work("\(number)") })
                        }
                    }
                }
            }
            for try await counts in group { #expect(counts == [1, 1, 1]) }
        }
    }

    @Test("CTX-21 CTX-223 blocks of all levels inside of each other, in both directions", arguments: mixtures)
    @MainActor func nested(_ isMain: [Bool]) throws {
        let tower = try Tower(isMain)
        let (root, middle, lowest) = (tower.levels[0], tower.levels[1], tower.levels[2])
        let down = try root.performAndWait {
            try middle.performAndWait { try lowest.performAndWait { try lowest.all("Person").count } }
        }
        let up = try lowest.performAndWait {
            try middle.performAndWait {
                try root.performAndWait { try lowest.performAndWait { try lowest.all("Person").count } }
            }
        }
        #expect(down == 0 && up == 0)
    }
}
