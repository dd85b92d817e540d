// SPDX-License-Identifier: Apache-2.0
// Long chains of objects: nothing that is done to them may need a stack that is as deep as they are long. The tests run
// on a small stack, on which a recursion would end the process at once.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Long chains")
struct LongChainTests {
    static let length = 200_000

    @Test("PRG-36 objects that only their neighbours hold are released", arguments: [false, true])
    func released(isSaved: Bool) throws {
        try Self.onSmallStack {
            let chain = try Chain("next")
            weak let last = chain.tail
            chain.tail = nil
            if isSaved { try chain.context.save() } else { chain.context.reset() }
            #expect(isSaved == (last != nil))
            chain.head = nil
            #expect(last == nil && chain.context.registeredObjects.isEmpty)
        }
    }

    @Test("PRG-36 with a context go the objects that it has read")
    func releasedWithContext() throws {
        try Self.onSmallStack {
            let chain = try Chain("next")
            try chain.context.save()
            weak let last = chain.tail
            (chain.tail, chain.context) = (nil, chain.stack.context())
            #expect(last == nil && chain.head?.isFault == true)
        }
    }

    @Test("PRG-36 deletion by cascade, its undoing, refreshing and saving")
    func cascade() throws {
        try Self.onSmallStack {
            let chain = try Chain("child")
            let (context, head, tail) = (chain.context, try #require(chain.head), try #require(chain.tail))
            try context.save()
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            context.delete(head)
            context.processPendingChanges()
            #expect(tail.isDeleted && context.deletedObjects.count == Self.length)
            context.undo()
            context.processPendingChanges()
            #expect(!tail.isDeleted && !context.hasChanges)
            context.undoManager = nil
            context.refreshAllObjects()
            #expect(tail.isFault)
            context.delete(head)
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Link")) == 0)
        }
    }

    /// Runs a body on a thread with the smallest stack that tests do with.
    static func onSmallStack(_ body: @escaping () throws -> Void) throws {
        // The calling thread waits for the other one.
        nonisolated(unsafe) let body = body
        let (done, outcome) = (DispatchSemaphore(value: 0), Outcome())
        let thread = Thread {
            outcome.result = Result { try body() }
            done.signal()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        done.wait()
        try outcome.result?.get()
    }

    /// Sendable because the waiting thread reads it after the other one has ended.
    private final class Outcome: @unchecked Sendable {
        var result: Result<Void, any Error>?
    }
}

/// New objects, each of which leads to the next one.
private final class Chain {
    let stack: Stack
    var context: NSManagedObjectContext
    var head: NSManagedObject?
    var tail: NSManagedObject?

    init(_ key: String) throws {
        stack = try Stack(
            .inMemory,
            NSManagedObjectModel(
                EntitySketch(
                    "Link", .toOne("next", "Link"),
                    .toOne("child", "Link", inverse: "owner", rule: .cascadeDeleteRule),
                    .toOne("owner", "Link", inverse: "child"))))
        context = stack.context()
        for _ in 0..<LongChainTests.length {
            let link = context.insert("Link")
            link.setValue(head, forKey: key)
            head = link
            tail = tail ?? link
        }
    }
}
