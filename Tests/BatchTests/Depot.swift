// SPDX-License-Identifier: Apache-2.0
// What the tests of batch requests work on: items of every kind of attribute, and the owners that their derived
// attributes follow.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport

/// A store with three items of one owner and a special one.
struct Depot {
    let stack: Stack
    let context: NSManagedObjectContext

    /// Items "a", "b", "c" with 1, 2 and 3 points, the special item "s" with 4; "a" and "b" are the owner's.
    init(_ kind: Stack.Kind = .sqlite) throws {
        stack = try Stack(kind, Self.model())
        context = stack.context()
        try context.performAndWait { [context] in
            let owner = context.insert("Owner", ["name": "first"])
            context.insert("Owner", ["name": "second"])
            for (place, name) in ["a", "b", "c", "s"].enumerated() {
                let item = context.insert(name == "s" ? "Special" : "Item", ["name": name])
                item.setValue(place + 1, forKey: "points")
                item.setValue(place + 1, forKey: "rank")
                if place < 2 { item.setValue(owner, forKey: "owner") }
            }
            try context.save()
        }
    }

    static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Owner", .attribute("name"),
                .toMany("items", "Item", inverse: "owner", isOrdered: true),
                .derived("total", .integer64AttributeType, "items.@sum.points"),
                .derived("count", .integer64AttributeType, "items.@count")),
            EntitySketch(
                "Item", unique: [["rank"]], .attribute("name"),
                .attribute("points", .integer16AttributeType, default: 0),
                .attribute("size", .integer32AttributeType), .attribute("rank", .integer64AttributeType),
                .attribute("price", .doubleAttributeType), .attribute("weight", .floatAttributeType),
                .attribute("amount", .decimalAttributeType), .attribute("flag", .booleanAttributeType),
                .attribute("date", .dateAttributeType), .attribute("data", .binaryDataAttributeType),
                .attribute("photo", .binaryDataAttributeType), .attribute("uid", .UUIDAttributeType),
                .attribute("link", .URIAttributeType), .attribute("color", .transformableAttributeType),
                .attribute("note", .stringAttributeType, isOptional: false, default: "none"),
                .attribute("passing", .stringAttributeType, isTransient: true),
                .toOne("owner", "Owner", inverse: "items"), .toOne("twin", "Twin", inverse: "item"),
                .toMany("marks", "Mark", inverse: "items"),
                .derived("loud", .stringAttributeType, "uppercase:(name)"),
                .derived("changed", .dateAttributeType, "now()")),
            EntitySketch("Special", parent: "Item", .attribute("extra")),
            EntitySketch("Twin", .toOne("item", "Item", inverse: "twin")),
            EntitySketch("Mark", .attribute("name"), .toMany("items", "Item", inverse: "marks")))
        let item = model.entitiesByName["Item"]
        item?.attributesByName["photo"]?.allowsExternalBinaryDataStorage = true
        item?.properties.append(place())
        return model
    }

    private static func place() -> NSPropertyDescription {
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = ["street", "number"].map { name in
            let element = NSAttributeDescription()
            element.name = name
            element.attributeType = name == "street" ? .stringAttributeType : .integer32AttributeType
            return element
        }
        return place
    }

    /// Runs a batch update of items.
    @discardableResult
    func update(
        _ properties: [AnyHashable: Any]?, _ format: String? = nil, entity: String = "Item",
        _ configure: (NSBatchUpdateRequest) -> Void = { _ in }
    ) throws -> NSBatchUpdateResult {
        let request = NSBatchUpdateRequest(entityName: entity)
        request.propertiesToUpdate = properties
        request.predicate = format.map { NSPredicate(format: $0) }
        request.resultType = .updatedObjectsCountResultType
        configure(request)
        let result = try context.performAndWait { try context.execute(request) }
        guard let result = result as? NSBatchUpdateResult else { throw CocoaError(.coreData) }
        return result
    }

    /// The names of items with their values of a property, as a new context reads them.
    func values(_ key: String, of entity: String = "Item") throws -> [String: String] {
        let reader = stack.context()
        return try reader.performAndWait {
            var values: [String: String] = [:]
            for object in try reader.all(entity) {
                let name = object.value(forKey: "name") as? String ?? "-"
                values[name] = object.value(forKeyPath: key).map { "\($0)" } ?? "nil"
            }
            return values
        }
    }

    /// The versions of all items, by the key.
    func versions() throws -> [Int] { try stack.versions(of: "Item") }

    /// What stands in the file: values of all rows of items, by the key.
    func column(_ name: String) throws -> [String] {
        guard let url = stack.url else { return [] }
        return try RawDatabase(url).rows("SELECT \(name) FROM ZITEM ORDER BY Z_PK").map { $0[0] }
    }

    func item(_ name: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
        guard let item = try context.all("Item", "name == '\(name)'").first else {
            throw CocoaError(.coreData)
        }
        return item
    }

    func owner(_ name: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
        guard let owner = try context.all("Owner", "name == '\(name)'").first else {
            throw CocoaError(.coreData)
        }
        return owner
    }
}
