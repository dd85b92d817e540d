// SPDX-License-Identifier: Apache-2.0
// Derived attributes when a whole store is copied into another: the copy computes them itself.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived attributes of copied stores") struct CopiedStoreTests {
    /// More rows than a page of a copy has, so that items come before their lists.
    private static let count = 2_100

    private func filled(_ kind: Stack.Kind) throws -> Stack {
        let stack = try Stack(kind, TodoModel.make())
        let context = stack.context()
        let lists = ["A", "B", "C"].map { context.insert("TodoList", ["name": $0]) }
        for number in 0..<Self.count {
            context.insert(
                "Item", ["title": "Ítem \(number)", "points": number, "todolist": lists[number % 3]])
        }
        try context.save()
        return stack
    }

    @Test("DER-22 DER-61 a copy in another kind of store has the same values", arguments: Stack.Kind.allCases)
    func copy(_ kind: Stack.Kind) throws {
        let stack = try filled(kind)
        let folder = try TemporaryFolder()
        let start = Date()
        try stack.coordinator.migratePersistentStore(
            stack.store, to: folder.file("Copy"), type: kind == .sqlite ? .inMemory : .sqlite)
        let end = Date()
        let context = stack.context()
        for list in try context.all("TodoList") {
            let first = try #require(["A", "B", "C"].firstIndex(of: list.value(forKey: "name") as? String))
            let numbers = stride(from: first, to: Self.count, by: 3)
            #expect(list.value(forKey: "count") as? Int == Array(numbers).count)
            #expect(list.value(forKey: "total") as? Int == numbers.reduce(0, +))
        }
        let items = try context.all("Item")
        #expect(items.count == Self.count)
        let wrong = items.filter { item in
            let number = item.value(forKey: "points") as? Int ?? -1
            let touched = item.value(forKey: "touched") as? Date ?? .distantPast
            return item.value(forKey: "listName") as? String != ["A", "B", "C"][max(number, 0) % 3]
                || item.value(forKey: "searchTitle") as? String != "item \(number)"
                || touched < start || touched > end
        }
        #expect(wrong.isEmpty)
    }
}
