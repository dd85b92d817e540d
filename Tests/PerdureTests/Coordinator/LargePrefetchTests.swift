// SPDX-License-Identifier: Apache-2.0
// Prefetching more rows than the row cache holds: none of them may be lost before they are read.

import Foundation
import PerdureStore
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Large prefetches")
struct LargePrefetchTests {
    /// Lists with items, which have parts and a shelf each.
    private func stack() throws -> Stack {
        let stack = try Stack(
            .sqlite,
            NSManagedObjectModel(
                EntitySketch("List", .toMany("items", "Item", inverse: "list")),
                EntitySketch("Shelf", .attribute("name")),
                EntitySketch("Part", .attribute("name"), .toOne("item", "Item", inverse: "parts")),
                EntitySketch(
                    "Item", .attribute("name"), .toOne("list", "List", inverse: "items"),
                    .toOne("shelf", "Shelf"), .toMany("parts", "Part", inverse: "item"))))
        let writer = stack.context()
        for _ in 0..<100 {
            let list = writer.insert("List")
            for _ in 0..<3 {
                let item = writer.insert("Item", ["list": list, "shelf": writer.insert("Shelf")])
                writer.insert("Part", ["item": item])
            }
        }
        try writer.save()
        writer.reset()
        return stack
    }

    private func members(_ object: NSManagedObject, _ key: String) -> [NSManagedObject] {
        (object.value(forKey: key) as? NSSet)?.allObjects as? [NSManagedObject] ?? []
    }

    private func read(_ lists: [NSManagedObject]) {
        for item in lists.flatMap({ members($0, "items") }) {
            (item.value(forKey: "shelf") as? NSManagedObject)?.willAccessValue(forKey: "name")
            for part in members(item, "parts") { _ = part.value(forKey: "name") }
        }
    }

    @Test("FET-38 nothing is read again, though the cache has room for a tenth", arguments: [0, 50])
    func large(batchSize: Int) throws {
        let stack = try stack()
        let cache = stack.coordinator.engineStores[0].rows
        cache.removeAll()
        cache.setCapacity(80)
        let context = stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "List")
        request.fetchLimit = batchSize
        request.relationshipKeyPathsForPrefetching = ["items", "items.shelf", "items.parts"]
        var lists: [NSManagedObject] = []
        let first = try stack.statements { lists = try context.fetch(request) }
        #expect(first.count == 4)
        #expect(try stack.statements { read(lists) }.isEmpty)
        // The next read makes room again.
        context.reset()
        _ = try context.all("Shelf", nil)
        #expect(cache.count <= 400)
    }
}
