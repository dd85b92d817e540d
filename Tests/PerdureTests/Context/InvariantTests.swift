// SPDX-License-Identifier: Apache-2.0
// The checks of invariants themselves: what is broken on purpose is found. Random histories ask them after each step.

import Foundation
import PerdureStore
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Invariants of a context's structures") struct InvariantTests {
    private static func stage() throws -> (Stack, NSManagedObjectContext, NSManagedObject) {
        let stack = try Stack(
            .sqlite,
            NSManagedObjectModel(
                EntitySketch("List", .toMany("items", "Item", inverse: "list", isOrdered: true)),
                EntitySketch("Item", .toOne("list", "List", inverse: "items"))))
        let context = stack.context()
        let list = context.insert("List")
        for _ in 0..<3 { context.insert("Item").setValue(list, forKey: "list") }
        try context.save()
        return (stack, context, list)
    }

    @Test("CONTRIBUTING a context that was used is sound, at every stage of an object's life")
    func sound() throws {
        let (stack, context, list) = try Self.stage()
        #expect(context.checkInvariants() == [])
        let item = context.insert("Item")
        item.setValue(list, forKey: "list")
        #expect(context.checkInvariants() == [])
        context.rollback()
        context.refreshAllObjects()
        #expect(context.checkInvariants() == [])
        context.delete(list)
        #expect(context.checkInvariants() == [])
        try context.save()
        #expect(context.checkInvariants() == [])
        _ = stack
    }

    @Test("CONTRIBUTING an object under another's number is noticed")
    func identity() throws {
        let (stack, context, list) = try Self.stage()
        let number = list.number
        list.number = number + 1_000
        #expect(context.checkInvariants().contains("object \(number + 1_000) lies under \(number)"))
        list.number = number
        #expect(context.checkInvariants() == [])
        _ = stack
    }

    @Test("CONTRIBUTING a change that the journal does not hold is noticed")
    func journal() throws {
        let (stack, context, list) = try Self.stage()
        list.state.insert(.updated)
        #expect(context.checkInvariants().contains("\(list.number) has changes, and is not held"))
        list.state.remove(.updated)
        list.state.insert(.inEvent)
        #expect(context.checkInvariants() == ["\(list.number) and the event disagree"])
        list.state.remove(.inEvent)
        #expect(context.checkInvariants() == [])
        _ = stack
    }

    @Test("CONTRIBUTING an order that loses a member is noticed")
    func members() throws {
        let (stack, context, list) = try Self.stage()
        let members = list.loadedToMany(at: list._slot(of: "items"))
        let order = members.order
        members.arrange(Array(order.dropLast()))
        #expect(context.checkInvariants() == ["\(list.number): items: order and members differ"])
        members.arrange(order)
        #expect(context.checkInvariants() == [])
        _ = stack
    }

    @Test("CTX-100 CTX-6 discarding changes of many objects walks through them once, at the end of the event")
    func discarded() throws {
        let (stack, context, list) = try Self.stage()
        let items = try context.all("Item")
        for item in items { item.setValue(nil, forKey: "list") }
        context.processPendingChanges()
        for item in items { context.refresh(item, mergeChanges: false) }
        #expect(context.journal.pinned.count == items.count + 1 && context.updatedObjects == [list])
        context.processPendingChanges()
        #expect(context.journal.pinned == [list] && context.checkInvariants() == [])
        context.refresh(list, mergeChanges: false)
        #expect(!context.hasChanges)
        try context.save()
        #expect(context.journal.pinned.isEmpty)
        _ = stack
    }
}
