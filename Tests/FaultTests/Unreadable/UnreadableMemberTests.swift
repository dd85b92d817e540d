// SPDX-License-Identifier: Apache-2.0
// A save that must read an ordered relationship first, to write its new order, and cannot.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Unreadable members in a save") struct UnreadableMemberTests {
    /// Makes a store with a list of three items and a lone item, whose index of members is garbage.
    private func damaged(_ folder: TemporaryFolder) throws -> URL {
        let url = folder.file("Lists.sqlite")
        let stack = try Stack(at: url)
        let context = stack.context()
        let items = (1...3).map { context.insert("Item", ["title": "\($0)"]) }
        context.insert("TodoList", ["name": "Home", "items": NSOrderedSet(array: items)])
        context.insert("Item", ["title": "lone"])
        try context.save()
        try stack.coordinator.remove(stack.store)
        try DamagedPages(url: url).destroyRoot(of: "ZITEM_ZTODOLIST_INDEX")
        return url
    }

    @Test(
        "FET-75 the save throws the store's error, whatever the program has decided for faults",
        arguments: [nil, .becomeDeleted, .failSaves] as [UnreadableFaultDecision?])
    func order(_ decision: UnreadableFaultDecision?) throws {
        let folder = try TemporaryFolder()
        let stack = try Stack(at: try damaged(folder))
        if let decision { stack.coordinator.whenFaultIsUnreadable = { _, _ in decision } }
        let context = stack.context()
        let list = try #require(try context.all("TodoList").first)
        let item = try #require(try context.all("Item", "title == 'lone'").first)
        item.setValue(list, forKey: "todolist")
        for _ in 0..<2 {
            expectError(259, naming: ["\"items\"", "TodoList/p1"]) { try context.save() }
        }
        #expect(item.isUpdated && item.value(forKey: "todolist") as? NSManagedObject === list)
        context.rollback()
        #expect(!context.hasChanges)
        item.setValue(5, forKey: "points")
        try context.save()
    }
}
