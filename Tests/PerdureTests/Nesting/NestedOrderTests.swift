// SPDX-License-Identifier: Apache-2.0
// The order of members that a child context has changed, and nothing else.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Orders of child contexts") struct NestedOrderTests {
    @Test("an order that a child has changed is the parent's after its save", arguments: Stack.Kind.allCases)
    func reordered(_ kind: Stack.Kind) throws {
        let stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch("List", .toMany("items", "Item", inverse: "list", isOrdered: true)),
                EntitySketch("Item", .attribute("name"), .toOne("list", "List", inverse: "items"))))
        let parent = stack.context()
        let list = parent.insert("List")
        for name in ["a", "b", "c"] { parent.insert("Item", ["name": name]).setValue(list, forKey: "list") }
        try parent.save()
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        let twin = child.object(with: list.objectID)
        let members = try #require(twin.value(forKey: "items") as? NSOrderedSet)
        twin.setValue(NSOrderedSet(array: members.array.reversed()), forKey: "items")
        try child.save()
        let names = (list.value(forKey: "items") as? NSOrderedSet)?.array.map {
            ($0 as? NSManagedObject)?.value(forKey: "name") as? String
        }
        #expect(names == ["c", "b", "a"])
    }
}
