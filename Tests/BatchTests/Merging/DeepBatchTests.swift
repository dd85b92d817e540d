// SPDX-License-Identifier: Apache-2.0
// Batches and dictionaries whose keys are paths into nested ones (MRG-46): nested keys merge, keys with dots stay whole.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batches of deep dictionaries") struct DeepBatchTests {
    @Test(
        "MRG-46 MRG-101 a batch insertion merges nested keys with the row that is there, and with each other",
        arguments: Stack.Kind.lasting)
    func upserting(_ kind: Stack.Kind) throws {
        let items = try DeepItems(kind)
        try items.insert(("i", ["window": ["x": 1], "a.b": 0]))
        try items.insert(
            ("i", ["window": ["y": 2], "a.b": 1]), ("i", ["window": ["z": 3]]),
            ("j", ["window": ["x": 1]]), ("j", ["window": ["y": 2]]))
        try items.expect("i", ["window": ["x": 1, "y": 2, "z": 3], "a.b": 1])
        try items.expect("j", ["window": ["x": 1, "y": 2]])
    }

    @Test(
        "MRG-46 MRG-95 a batch update replaces the whole value, keys with dots included",
        arguments: Stack.Kind.lasting)
    func updating(_ kind: Stack.Kind) throws {
        let items = try DeepItems(kind)
        try items.insert(("i", ["window": ["x": 1, "y": 2]]))
        try items.update(["a.b": 1, "window": ["y": 3]])
        try items.expect("i", ["a.b": 1, "window": ["y": 3]])
        try items.update(["c": 2])
        try items.expect("i", ["c": 2])
    }
}

/// A store of items with deep facts.
private struct DeepItems {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init(_ kind: Stack.Kind) throws {
        stack = try Stack(kind, MergingModel.accounts(["facts": { $0.isDeep = true }]))
        context = stack.context(.mergeByPropertyObjectTrump)
    }

    func insert(_ items: (id: String, facts: [String: Any])...) throws {
        let objects = items.map { ["id": $0.id, "facts": $0.facts] as [String: Any] }
        _ = try context.performAndWait {
            try context.execute(NSBatchInsertRequest(entityName: "Item", objects: objects))
        }
    }

    func update(_ facts: [String: Any]) throws {
        let request = NSBatchUpdateRequest(entityName: "Item")
        request.propertiesToUpdate = ["facts": facts]
        _ = try context.performAndWait { try context.execute(request) }
    }

    /// Compares the facts of an item as a new context reads them.
    func expect(
        _ id: String, _ expected: [String: Any], at location: SourceLocation = #_sourceLocation
    ) throws {
        let reader = stack.context()
        let facts = try reader.performAndWait {
            try reader.all("Item", "id == '\(id)'").first?.value(forKey: "facts") as? [String: Any]
        }
        #expect(
            facts.map(NSDictionary.init(dictionary:)) == NSDictionary(dictionary: expected),
            "\(facts ?? [:])", sourceLocation: location)
    }
}
