// SPDX-License-Identifier: Apache-2.0
// prepareForDeletion that deletes objects whose own prepareForDeletion runs: each object is asked once.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Deletes its owner or its member, and itself, whoever is deleted first; its entities count the calls.
final class InseparableObject: NSManagedObject {
    override func prepareForDeletion() {
        super.prepareForDeletion()
        guard let context = managedObjectContext else { return }
        let calls = context.userInfo["calls"] as? [String] ?? []
        context.userInfo["calls"] = calls + [entity.name ?? ""]
        if context.userInfo["endsEvent"] != nil { context.processPendingChanges() }
        if let other = value(forKey: "other") as? NSManagedObject, !other.isDeleted { context.delete(other) }
        context.delete(self)
    }
}

@Suite("Objects that delete each other")
struct MutualDeletionTests {
    private func pair(in context: NSManagedObjectContext) -> [NSManagedObject] {
        let one = context.insert("One")
        return [one, context.insert("Two", ["other": one])]
    }

    private func makeStack() throws -> Stack {
        let name = String(reflecting: InseparableObject.self)
        return try Stack(
            .sqlite,
            NSManagedObjectModel(
                EntitySketch("One", className: name, .toOne("other", "Two", inverse: "other")),
                EntitySketch("Two", className: name, .toOne("other", "One", inverse: "other"))))
    }

    @Test(
        "OBJ-150 OBJ-152 both are deleted, and each is asked once",
        arguments: [false, true], [false, true])
    func both(_ isSaved: Bool, _ endsEvent: Bool) throws {
        let stack = try makeStack()
        let context = stack.context()
        let pair = pair(in: context)
        if isSaved { try context.save() }
        context.userInfo["endsEvent"] = endsEvent ? true : nil
        context.delete(pair[0])
        #expect(context.userInfo["calls"] as? [String] == ["One", "Two"])
        context.processPendingChanges()
        #expect(pair.map(\.isDeleted) == [isSaved, isSaved])
        try context.save()
        #expect(pair.allSatisfy { $0.managedObjectContext == nil })
        let reader = stack.context()
        #expect(try reader.all("One").isEmpty && reader.all("Two").isEmpty)
    }

    @Test("OBJ-150 a second deletion, after the first one was taken back, asks again")
    func again() throws {
        let stack = try makeStack()
        let context = stack.context()
        let pair = pair(in: context)
        try context.save()
        context.delete(pair[0])
        context.rollback()
        #expect(pair.map(\.isDeleted) == [false, false])
        context.delete(pair[1])
        #expect(context.userInfo["calls"] as? [String] == ["One", "Two", "Two", "One"])
        try context.save()
        #expect(try stack.context().all("One").isEmpty)
    }
}
