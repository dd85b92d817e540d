// SPDX-License-Identifier: Apache-2.0
// What the tests of query generations share: a store with an owner of two items, a context to pin and one that saves.

import Foundation
import Perdure
import PerdureTestSupport

/// A store, a context that reads and a context that saves.
struct Library: @unchecked Sendable {
    // Sendable because a stack never changes, and coordinators and contexts guard themselves.
    let stack: Stack
    let reader: NSManagedObjectContext
    let writer: NSManagedObjectContext

    /// Opens a store of one owner, "Ada", with the items "one" and "two" of 1 and 2 points.
    init(_ kind: Stack.Kind, options: [AnyHashable: Any]? = nil) throws {
        let stack = try Stack(kind, Self.model(), options: options)
        self.stack = stack
        (reader, writer) = (stack.context(), stack.context())
        let writer = writer
        try writer.performAndWait {
            let owner = writer.insert("Owner", ["name": "Ada"])
            for (title, points) in [("one", 1), ("two", 2)] {
                writer.insert("Item", ["title": title, "points": points, "owner": owner])
            }
            try writer.save()
        }
    }

    /// Gives the coordinator one more store of a kind, which is empty.
    ///
    /// - Returns: the store, and what keeps it until the test's end.
    func addStore(_ kind: Stack.Kind) throws -> (store: NSPersistentStore, keeper: Stack) {
        let keeper = try Stack(kind, Self.model())
        let store = try stack.coordinator.addPersistentStore(
            ofType: keeper.store.type, configurationName: nil, at: keeper.place)
        return (store, keeper)
    }

    /// Owners with items, and a fetched property of the items with many points.
    static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("Owner", .attribute("name"), .toMany("items", "Item", inverse: "owner")),
            EntitySketch(
                "Item", unique: [["title"]], .attribute("title"),
                .attribute("points", .integer64AttributeType), .toOne("owner", "Owner", inverse: "items")))
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = model.entitiesByName["Item"]
        request.predicate = NSPredicate(format: "points > 5")
        let property = NSFetchedPropertyDescription()
        property.name = "best"
        property.fetchRequest = request
        model.entitiesByName["Owner"]?.properties.append(property)
        return model
    }

    /// Changes what is stored: "one" gets 10 points, "two" is deleted, "three" is new; nobody owns anything.
    func change() throws { try Self.change(writer) }

    /// The same through another coordinator.
    func changeElsewhere() throws {
        let other = try Stack(at: stack.place ?? URL(fileURLWithPath: "/dev/null"), Self.model())
        try withExtendedLifetime(other) { try Self.change(other.context()) }
    }

    private static func change(_ writer: NSManagedObjectContext) throws {
        try writer.performAndWait {
            writer.reset()
            for item in try writer.all("Item", by: "points") {
                item.setValue(nil, forKey: "owner")
                if item.value(forKey: "title") as? String == "two" { writer.delete(item) }
            }
            try writer.all("Item", "title == 'one'").first?.setValue(10, forKey: "points")
            writer.insert("Item", ["title": "three", "points": 3])
            try writer.save()
        }
    }

    /// The titles and points that a context fetches.
    static func items(_ context: NSManagedObjectContext) throws -> [String] {
        try context.performAndWait {
            try context.all("Item", by: "points").map {
                "\($0.value(forKey: "title") ?? "") \($0.value(forKey: "points") ?? "")"
            }
        }
    }

    static let before = ["one 1", "two 2"]
    static let after = ["three 3", "one 10"]

    /// Pins the reader to the newest state, and lets it read.
    func pinReader() throws {
        try reader.setQueryGenerationFrom(.current)
        _ = try reader.performAndWait {
            try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Owner"))
        }
    }
}
