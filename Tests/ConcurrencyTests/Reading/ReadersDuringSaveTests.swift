// SPDX-License-Identifier: Apache-2.0
// Contexts read while another one is in the middle of its save.

import Dispatch
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Readers during a save") struct ReadersDuringSaveTests {
    /// A policy that lets somebody work while the save is under way.
    private final class Pausing: NSMergePolicy, @unchecked Sendable {
        // Sendable because one test sets it before it saves.
        var pause: @Sendable () -> Void = {}
        override func resolve(mergeConflicts list: [Any]) throws {
            pause()
            try super.resolve(mergeConflicts: list)
        }
    }

    /// Runs a block on a thread of its own.
    ///
    /// - Returns: whether it ended; it does not when it waits for the caller.
    private static func ends(_ block: @escaping @Sendable () -> Void) -> Bool {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            block()
            ended.signal()
        }
        return ended.wait(timeout: .now() + 60) == .success
    }

    @Test("decision 17, CTX-22 fetches, faults and counts of other contexts do not wait for a save")
    func reading() throws {
        for kind in Stack.Kind.allCases {
            let stack = try Stack(kind)
            let policy = Pausing(merge: .mergeByPropertyObjectTrumpMergePolicyType)
            let (mine, theirs, reader) = (stack.context(policy), stack.context(), stack.context())
            let errors = ThreadErrors()
            // The test's thread waits for it.
            nonisolated(unsafe) var hasEnded = false
            policy.pause = {
                hasEnded = Self.ends { errors.catching { try Self.read(reader) } }
            }
            try mine.performAndWait {
                let list = mine.insert("TodoList", ["name": "Home"])
                mine.insert("Item", ["title": "Water", "todolist": list])
                try mine.save()
                try theirs.performAndWait {
                    try theirs.all("TodoList").first?.setValue("Work", forKey: "name")
                    try theirs.save()
                }
                list.setValue("Mine", forKey: "name")
                try mine.save()
            }
            #expect(hasEnded)
            #expect(errors.list.isEmpty)
        }
    }

    private static func read(_ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let list = try #require(try context.all("TodoList").first)
            #expect(list.value(forKey: "name") as? String == "Work")
            #expect((list.value(forKey: "items") as? NSOrderedSet)?.count == 1)
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 1)
            context.refresh(list, mergeChanges: false)
            #expect(list.value(forKey: "name") as? String == "Work")
        }
    }

    @Test("decision 17 a transaction of another process keeps nobody from reading")
    func otherWriter() throws {
        let stack = try Stack(.sqlite)
        let context = stack.context()
        try context.performAndWait {
            context.insert("TodoList", ["name": "Home"])
            try context.save()
            let other = try RawDatabase(try #require(stack.url), isReadOnly: false)
            try other.rows("BEGIN IMMEDIATE")
            try other.rows("UPDATE ZTODOLIST SET ZNAME = 'Work'")
            let reader = stack.context()
            let names = try reader.performAndWait {
                try reader.all("TodoList").map { $0.value(forKey: "name") as? String }
            }
            #expect(names == ["Home"])
            try other.rows("ROLLBACK")
        }
    }
}
