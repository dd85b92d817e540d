// SPDX-License-Identifier: Apache-2.0
// What becomes of objects when their context is let go of.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("The end of a context")
struct ContextEndTests {
    /// A department with people, both ends of their relationship read in a context that goes.
    private func weakReferences(_ stack: Stack, saves: Bool) throws -> [() -> NSManagedObject?] {
        try fill(stack.context(), saves: saves)
    }

    private func fill(_ context: NSManagedObjectContext, saves: Bool) throws -> [() -> NSManagedObject?] {
        let department = context.insert("Department", ["name": UUID().uuidString])
        let people = (0..<3).map { _ in context.insert("Person", ["department": department]) }
        let tag = context.insert("Tag", ["people": NSSet(array: people)])
        if saves {
            try context.save()
            context.refreshAllObjects()
        }
        for person in people {
            #expect(person.object("department") === department && person.members("tags") == [tag])
        }
        #expect(department.members("employees").count == 3 && tag.members("people").count == 3)
        return ([department, tag] + people).map { object in { [weak object] in object } }
    }

    @Test(
        "PRG-35 objects that lead to each other go with their context", arguments: Stack.Kind.allCases,
        [false, true])
    func cycles(_ kind: Stack.Kind, saves: Bool) throws {
        let stack = try Stack(kind)
        for _ in 0..<10 {
            let objects = try weakReferences(stack, saves: saves)
            #expect(objects.allSatisfy { $0() == nil })
        }
    }

    @Test("PRG-35 they go from background contexts too", arguments: Stack.Kind.allCases)
    func background(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        var objects: [() -> NSManagedObject?] = []
        try SmallStack.run {
            let context = stack.context()
            objects = try context.performAndWait { try fill(context, saves: true) }
        }
        #expect(objects.count == 5 && objects.allSatisfy { $0() == nil })
    }

    @Test(
        "PRG-35 OBJ-20 what somebody holds is a fault without a context, and holds no other object",
        arguments: Stack.Kind.allCases)
    func held(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        var context: NSManagedObjectContext? = stack.context()
        let department = try #require(context?.insert("Department", ["name": "A"]))
        weak let person = context?.insert("Person", ["department": department])
        try context?.save()
        #expect(department.members("employees").count == 1 && person?.text("firstName") == nil)
        let id = department.objectID
        context = nil
        #expect(person == nil)
        #expect(department.isFault && department.managedObjectContext == nil && !department.hasChanges)
        #expect(department.text("name") == "A" && department.objectID == id)
        #expect(department.members("employees").isEmpty)
    }

    @Test("PRG-35 with retainsRegisteredObjects they go as well")
    func retaining() throws {
        let stack = try Stack(.sqlite)
        weak var kept: NSManagedObject?
        func read() {
            let context = stack.context()
            context.retainsRegisteredObjects = true
            let owner = context.insert("Department")
            kept = context.insert("Person", ["department": owner])
        }
        read()
        #expect(kept == nil)
    }
}
