// SPDX-License-Identifier: Apache-2.0
// What merging a batch's deletions costs with the objects that a context has: counted are the looks at deleted objects, without
// which no relationship is searched for them.

import Foundation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

/// An object that counts how often it is looked for.
final class SoughtObject: NSManagedObject {
    static let looks = Atomic<Int>(0)

    override var hash: Int {
        Self.looks.add(1, ordering: .relaxed)
        return super.hash
    }
}

@Suite("Cost of merged deletions", .serialized) struct MergedDeletionCostTests {
    private static func model() -> NSManagedObjectModel {
        let name = String(reflecting: SoughtObject.self)
        return NSManagedObjectModel(
            EntitySketch(
                "Base", className: name, .attribute("name"), .toOne("owner", "Owner", inverse: "items")),
            EntitySketch("Entry", parent: "Base", className: name),
            EntitySketch(
                "Word", className: name, .attribute("name"), .toOne("owner", "Owner", inverse: "words")),
            EntitySketch(
                "Owner", .toMany("words", "Word", inverse: "owner"),
                .toMany("items", "Base", inverse: "owner")))
    }

    /// The looks during the merge of deleted objects into a context with some owners that have read one member each.
    private func looks(_ deleted: Int, owners: Int, _ key: String, _ member: String) throws -> Int {
        let stack = try Stack(.inMemory, Self.model())
        let context = stack.context()
        let entries = (0..<deleted).map { context.insert("Entry", ["name": "\($0)"]) }
        let kept = (0..<owners).map {
            context.insert("Owner", [key: NSSet(object: context.insert(member, ["name": "m\($0)"]))])
        }
        try context.save()
        let ids = entries.map(\.objectID)
        let writer = stack.context()
        for id in ids { writer.delete(writer.object(with: id)) }
        try writer.save()
        let before = SoughtObject.looks.load(ordering: .relaxed)
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [context])
        let after = SoughtObject.looks.load(ordering: .relaxed)
        #expect(entries.allSatisfy { $0.managedObjectContext == nil } && !context.hasChanges)
        #expect(kept.allSatisfy { ($0.value(forKey: key) as? NSSet)?.count == 1 })
        return after - before
    }

    @Test("PRG-41 objects that cannot lead to the deleted ones, or have few members, cost little each")
    func few() throws {
        for (key, member) in [("words", "Word"), ("items", "Base")] {
            let base = try looks(200, owners: 0, key, member)
            let all = try looks(200, owners: 100, key, member)
            #expect(all - base < 100 * 20)
        }
    }

    @Test(
        "PRG-41 a relationship to a super entity lets go of the deleted objects",
        arguments: Stack.Kind.allCases)
    func superEntity(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        let members = ["Base", "Entry", "Entry"].map { context.insert($0) }
        let owner = context.insert("Owner", ["items": NSSet(array: members)])
        try context.save()
        let ids = members.suffix(2).map(\.objectID)
        let writer = stack.context()
        for id in ids { writer.delete(try writer.existingObject(with: id)) }
        try writer.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [context])
        #expect(owner.value(forKey: "items") as? Set<NSManagedObject> == [members[0]])
        #expect(!context.hasChanges && members[1].managedObjectContext == nil)
    }
}
