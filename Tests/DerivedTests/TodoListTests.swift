// SPDX-License-Identifier: Apache-2.0
// The first thing that a user of derived attributes sees: a count that follows each save.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived attributes of lists and items") struct TodoListTests {
    @Test("DER-13, DER-22 a count changes with the save", arguments: Stack.Kind.allCases)
    func count(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, TodoModel.make())
        let context = stack.context()
        let list = context.insert("TodoList", ["name": "Home"])
        context.insert("Item", ["title": "Lamp", "todolist": list])
        #expect(list.value(forKey: "count") == nil)
        try context.save()
        #expect(list.value(forKey: "count") as? Int == 1)
    }
}
