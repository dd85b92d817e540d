// SPDX-License-Identifier: Apache-2.0
// Long chains of objects: nothing that is done to them may need a stack that is as deep as they are long. The tests run
// on a small stack, on which a recursion would end the process at once.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Long chains")
struct LongChainTests {
    // Without optimization a million objects take a minute, and the stack ends at a few thousand frames anyhow: the rule's
    // number is that of `make release`.
    #if DEBUG
    static let (length, longest) = (50_000, 200_000)
    #else
    static let (length, longest) = (200_000, 1_000_000)
    #endif
    /// Of chains that pass through two contexts: ten bytes of the small stack for each object.
    static let nestedLength = 50_000

    @Test("PRG-36 objects that only their neighbours hold are released", arguments: [false, true])
    func released(isSaved: Bool) throws {
        try SmallStack.run {
            let chain = try Chain("next", length: isSaved ? Self.length : Self.longest)
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
        try SmallStack.run {
            let chain = try Chain("next")
            try chain.context.save()
            weak let last = chain.tail
            (chain.tail, chain.context) = (nil, chain.stack.context())
            #expect(last == nil && chain.head?.isFault == true)
        }
    }

    @Test("PRG-36 deletion by cascade, its undoing, refreshing and saving")
    func cascade() throws {
        try SmallStack.run {
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

    @Test("PRG-36 a child's save of a chain, its parent's after it, and the end of both contexts' objects")
    func childSave() throws {
        try SmallStack.run {
            let chain = try Chain("next", length: Self.nestedLength, inChild: true)
            let parent = try #require(chain.context.parent)
            try chain.context.save()
            #expect(parent.insertedObjects.count == Self.nestedLength && !chain.context.hasChanges)
            try parent.save()
            weak let last = chain.tail
            (chain.tail, chain.head) = (nil, nil)
            chain.context.reset()
            #expect(last == nil && parent.registeredObjects.isEmpty)
            #expect(
                try parent.count(for: NSFetchRequest<NSManagedObject>(entityName: "Link"))
                    == Self.nestedLength)
        }
    }

    @Test("PRG-36 a child that walks along the unsaved chain of its parent holds it, and both let go of it")
    func childReading() throws {
        try SmallStack.run {
            let chain = try Chain("next", length: Self.nestedLength)
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = chain.context
            let head = child.object(with: try #require(chain.head?.objectID))
            var (last, count) = (head, 1)
            while let next = last.value(forKey: "next") as? NSManagedObject {
                (last, count) = (next, count + 1)
            }
            #expect(count == Self.nestedLength)
            weak let (childLast, parentLast) = (last, chain.tail)
            (last, chain.tail) = (head, nil)
            child.reset()
            chain.context.reset()
            chain.head = nil
            #expect(childLast == nil && parentLast == nil)
        }
    }

    @Test("PRG-36 a child deletes by cascade, undoes it, and its save deletes in the parent and the store")
    func childCascade() throws {
        try SmallStack.run {
            let chain = try Chain("child", length: Self.nestedLength, inChild: true)
            let (child, head, tail) = (chain.context, try #require(chain.head), try #require(chain.tail))
            let parent = try #require(child.parent)
            try child.save()
            try parent.save()
            let manager = UndoManager()
            manager.groupsByEvent = false
            child.undoManager = manager
            child.delete(head)
            child.processPendingChanges()
            #expect(tail.isDeleted && child.deletedObjects.count == Self.nestedLength)
            child.undo()
            child.processPendingChanges()
            #expect(!tail.isDeleted && !child.hasChanges)
            child.undoManager = nil
            child.refreshAllObjects()
            parent.refreshAllObjects()
            child.delete(head)
            try child.save()
            #expect(parent.deletedObjects.count == Self.nestedLength)
            try parent.save()
            #expect(try parent.count(for: NSFetchRequest<NSManagedObject>(entityName: "Link")) == 0)
        }
    }
}

/// New objects, each of which leads to the next one.
private final class Chain {
    let stack: Stack
    var context: NSManagedObjectContext
    var head: NSManagedObject?
    var tail: NSManagedObject?

    init(_ key: String, length: Int = LongChainTests.length, inChild: Bool = false) throws {
        stack = try Stack(
            .inMemory,
            NSManagedObjectModel(
                EntitySketch(
                    "Link", .toOne("next", "Link"),
                    .toOne("child", "Link", inverse: "owner", rule: .cascadeDeleteRule),
                    .toOne("owner", "Link", inverse: "child"))))
        context = stack.context()
        if inChild {
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = context
            context = child
        }
        guard let entity = stack.coordinator.managedObjectModel.entitiesByName["Link"] else { return }
        for _ in 0..<length {
            let link = NSManagedObject(entity: entity, insertInto: context)
            // Not by the key: a million of them count.
            link._setToOne(head, at: link._slot(of: key))
            head = link
            tail = tail ?? link
        }
    }
}
