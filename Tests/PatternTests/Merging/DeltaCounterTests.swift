// SPDX-License-Identifier: Apache-2.0
// Counters and sets that keep what was added and removed; links between stores.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Counters and sets as changes")
struct DeltaCounterTests {
    @Test("TRN-139a TRN-139d two contexts add 2 and 3 to 10: 15", arguments: Stack.Kind.allCases)
    func counter(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, .deltas())
        let counter = try stack.new("LikeCounter", as: LikeCounter.self)
        counter.add(10)
        try stack.a.save()
        #expect(counter.likes == 10)
        #expect(!counter.hasChanges)
        let twin = try stack.twin(counter, in: stack.b)
        #expect(twin.likes == 10)
        counter.add(1)
        counter.add(1)
        twin.add(3)
        #expect(counter.likes == 12 && twin.likes == 13)
        try stack.a.saveRetrying()
        try stack.b.saveRetrying()
        #expect(twin.likes == 15)
        #expect(try stack.stored(counter, "stored") as? Int == 15)
        stack.a.refresh(counter, mergeChanges: true)
        #expect(counter.likes == 15)
    }

    @Test(
        "TRN-139a a failed save and refresh true keep what was added; refresh false drops it",
        arguments: Stack.Kind.allCases)
    func counterRefresh(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, .deltas())
        let counter = try stack.new("LikeCounter", as: LikeCounter.self)
        try stack.a.save()
        counter.add(2)
        try stack.twin(counter, in: stack.b).add(5)
        try stack.b.save()
        #expect(throws: (any Error).self) { try stack.a.save() }
        #expect(counter.likes == 2)
        stack.a.refresh(counter, mergeChanges: true)
        #expect(counter.likes == 7)
        stack.a.refresh(counter, mergeChanges: false)
        #expect(counter.likes == 5)
    }

    private func linkSet(_ kind: Stack.Kind) throws -> (PatternStack, LinkSet, [NSManagedObject]) {
        let stack = try PatternStack(kind, .deltas())
        let set = try stack.new("LinkSet", as: LinkSet.self)
        let targets = ["a", "b", "c", "d"].map { stack.a.insert("Target", ["name": $0]) }
        try stack.a.save()
        return (stack, set, targets)
    }

    @Test("TRN-139b what was put in and taken out; the one cancels the other", arguments: Stack.Kind.allCases)
    func set(_ kind: Stack.Kind) throws {
        let (stack, set, targets) = try linkSet(kind)
        try set.insert(targets[0])
        try set.insert(targets[1])
        try set.remove(targets[1])
        #expect(set.links == [targets[0]])
        #expect((set.primitiveValue(forKey: "inserted") as? Set<URL>)?.count == 1)
        #expect(set.primitiveValue(forKey: "removed") == nil)
        try stack.a.save()
        #expect(!set.hasChanges)
        #expect(set.links == [targets[0]])
        try set.remove(targets[0])
        #expect(set.links.isEmpty)
        try set.insert(targets[0])
        #expect(set.links == [targets[0]])
        #expect((set.primitiveValue(forKey: "removed") as? Set<URL>)?.isEmpty == true)
        try set.remove(targets[0])
        try stack.a.save()
        #expect(try stack.stored(set, "stored") == nil)
    }

    @Test(
        "TRN-139c TRN-144 two contexts add different members, and none is lost",
        arguments: Stack.Kind.allCases)
    func twoContexts(_ kind: Stack.Kind) throws {
        let (stack, set, targets) = try linkSet(kind)
        try set.insert(targets[0])
        try set.insert(targets[1])
        try stack.a.save()
        let twin = try stack.twin(set, in: stack.b)
        #expect(twin.links.count == 2)
        try twin.insert(stack.twin(targets[2], in: stack.b))
        try twin.remove(stack.twin(targets[0], in: stack.b))
        try stack.b.saveRetrying()
        try set.insert(targets[3])
        try stack.a.saveRetrying()
        #expect(set.links == [targets[1], targets[2], targets[3]])
    }
}

@Suite("Links between stores")
struct CrossStoreLinkTests {
    private let coordinator: NSPersistentStoreCoordinator
    private let context: NSManagedObjectContext
    private let other: NSManagedObjectContext

    init() throws {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: .deltas())
        for name in ["Links", "Targets"] {
            try coordinator.addPersistentStore(
                ofType: NSInMemoryStoreType, configurationName: name, at: nil, options: nil)
        }
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        other.persistentStoreCoordinator = coordinator
    }

    private func linked() throws -> (Link, NSManagedObject) {
        let link = try #require(context.insert("Link") as? Link)
        let target = context.insert("Target", ["name": "t"])
        try link.setTarget(target)
        return (link, target)
    }

    @Test("TRN-140 TRN-141 TRN-142 a new object of another store, found again by its permanent URI")
    func link() throws {
        let (link, target) = try linked()
        #expect(link.target === target)
        #expect(!target.objectID.isTemporaryID)
        try context.save()
        #expect(target.objectID.persistentStore !== link.objectID.persistentStore)
        #expect(link.target === target)
        context.refresh(link, mergeChanges: false)
        #expect(link.primitiveValue(forKey: "target") == nil)
        #expect(link.target === target)
        let twin = try #require(try other.existingObject(with: link.objectID) as? Link)
        #expect(twin.target?.objectID == target.objectID)
        #expect(twin.target?.value(forKey: "name") as? String == "t")
        #expect(!other.hasChanges)
    }

    @Test("TRN-143 a destination that is gone is nil")
    func goneTarget() throws {
        let (link, target) = try linked()
        try context.save()
        other.delete(other.object(with: target.objectID))
        try other.save()
        context.reset()
        let again = try #require(try context.existingObject(with: link.objectID) as? Link)
        #expect(again.target == nil)
        #expect(again.value(forKey: "uri") != nil)
    }

    @Test("TRN-143 members that are gone are left out")
    func goneMember() throws {
        let set = try #require(context.insert("LinkSet") as? LinkSet)
        let targets = ["a", "b"].map { context.insert("Target", ["name": $0]) }
        for target in targets { try set.insert(target) }
        try context.save()
        #expect(set.links == Set(targets))
        let gone = targets[0].objectID
        other.delete(other.object(with: gone))
        try other.save()
        context.reset()
        let again = try #require(try context.existingObject(with: set.objectID) as? LinkSet)
        #expect(again.uris.count == 2)
        #expect(again.links.map(\.objectID) == [targets[1].objectID])
    }
}
