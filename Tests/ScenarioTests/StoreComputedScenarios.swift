// SPDX-License-Identifier: Apache-2.0
// SC-32 and SC-33: attributes that the store computes when data reach it.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct StoreComputedScenarios {
    @Test("SC-32 derived count and sum", arguments: Stack.Kind.allCases)
    func figures(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, TodoModel.make())
        let context = stack.context()
        let l = context.insert("TodoList", ["name": "l"])
        let three = context.insert("Item", ["title": "three", "points": 3, "todolist": l])
        let four = context.insert("Item", ["title": "four", "points": 4, "todolist": l])
        #expect([nil, 0].contains(l.value(forKey: "count") as? Int))
        try context.save()
        #expect(l.value(forKey: "count") as? Int == 2)
        #expect(l.value(forKey: "total") as? Int == 7)

        let m = context.insert("TodoList", ["name": "m"])
        four.setValue(m, forKey: "todolist")
        #expect(l.value(forKey: "count") as? Int == 2)
        try context.save()
        #expect([l, m].map { $0.value(forKey: "count") as? Int } == [1, 1])
        #expect([l, m].map { $0.value(forKey: "total") as? Int } == [3, 4])

        context.delete(three)
        try context.save()
        #expect(l.value(forKey: "count") as? Int == 0)
        #expect(l.value(forKey: "total") as? Int == 0)
        #expect(m.value(forKey: "total") as? Int == 4)
    }

    @Test("SC-33 derived copy, canonical, now", arguments: Stack.Kind.allCases)
    func copies(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, TodoModel.make())
        let context = stack.context()
        let list = context.insert("TodoList", ["name": "Home"])
        let item = context.insert("Item", ["title": "Café", "todolist": list])
        let other = context.insert("Item", ["title": "Tea"])
        try context.save()
        #expect(item.value(forKey: "listName") as? String == "Home")
        #expect(item.value(forKey: "searchTitle") as? String == "cafe")
        let first = try #require(item.value(forKey: "touched") as? Date)

        list.setValue("Work", forKey: "name")
        try context.save()
        #expect(item.value(forKey: "listName") as? String == "Work")
        other.setValue("Coffee", forKey: "title")
        try context.save()
        #expect(item.value(forKey: "touched") as? Date == first)

        item.setValue("Crème", forKey: "title")
        try context.save()
        #expect(item.value(forKey: "searchTitle") as? String == "creme")
        let last = try #require(item.value(forKey: "touched") as? Date)
        #expect(last > first)
    }
}
