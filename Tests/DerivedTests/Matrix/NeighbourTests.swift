// SPDX-License-Identifier: Apache-2.0
// Derived values that another context's save has changed meanwhile, in rows that do not conflict.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived attributes and neighbours") struct NeighbourTests {
    private let model = NSManagedObjectModel(
        EntitySketch(
            "List", .attribute("name"), .toMany("items", "Item", inverse: "list"),
            .derived("total", .integer64AttributeType, "items.points.@sum")),
        EntitySketch(
            "Item", .attribute("points", .integer64AttributeType), .toOne("list", "List", inverse: "items"),
            .derived("listName", .stringAttributeType, "list.name")))

    @Test(
        "DER-29d DER-25 a save of a row with older derived values keeps the newer ones",
        arguments: Stack.Kind.allCases)
    func olderSnapshot(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, model)
        let (a, b) = (stack.context(), stack.context())
        let list = a.insert("List", ["name": "Home"])
        let item = a.insert("Item", ["points": 1, "list": list])
        try a.save()
        let twin = try b.existingObject(with: list.objectID)
        #expect(twin.value(forKey: "total") as? Int == 1)
        item.setValue(5, forKey: "points")
        try a.save()
        // The sum has not moved the version: no conflict, and no way back to the older sum.
        twin.setValue("Work", forKey: "name")
        try b.save()
        #expect(twin.value(forKey: "total") as? Int == 5)
        let fresh = stack.context()
        #expect(try fresh.existingObject(with: list.objectID).value(forKey: "total") as? Int == 5)
        #expect(try fresh.all("List", "total == 5").map { $0.value(forKey: "total") as? Int } == [5])
        #expect(try fresh.all("Item").map { $0.value(forKey: "listName") as? String } == ["Work"])
    }

    @Test(
        "DER-29d a merge policy that keeps the context's changes leaves derived values to the store",
        arguments: Stack.Kind.allCases)
    func overwriting(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, model)
        let (a, b) = (stack.context(), stack.context(.overwrite))
        let list = a.insert("List", ["name": "Home"])
        try a.save()
        let twin = try b.existingObject(with: list.objectID)
        _ = twin.value(forKey: "name")
        list.setValue("Flat", forKey: "name")
        a.insert("Item", ["points": 3, "list": list])
        try a.save()
        twin.setValue("Work", forKey: "name")
        try b.save()
        let fresh = stack.context()
        let stored = try fresh.existingObject(with: list.objectID)
        #expect(stored.value(forKey: "name") as? String == "Work")
        #expect(stored.value(forKey: "total") as? Int == 3)
        #expect(try fresh.all("Item").first?.value(forKey: "listName") as? String == "Work")
    }
}
