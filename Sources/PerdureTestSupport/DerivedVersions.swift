// SPDX-License-Identifier: Apache-2.0
// Versions of one model that differ in their derived attributes, for tests that open a store with another version.

import Foundation
import Perdure

/// Lists of items, with derived attributes of choice.
public enum DerivedVersions {
    /// Makes a model.
    ///
    /// - Parameters:
    ///   - list: attributes of List beside its name.
    ///   - item: attributes of Item beside its title and points.
    /// - Returns: the model.
    public static func make(list: [PropertySketch] = [], item: [PropertySketch] = []) -> NSManagedObjectModel
    {
        let model = NSManagedObjectModel(
            EntitySketch("List", .attribute("name"), .toMany("items", "Item", inverse: "list")),
            EntitySketch(
                "Item", .attribute("title"), .attribute("points", .integer64AttributeType, default: 0),
                .toOne("list", "List", inverse: "items")))
        model.entitiesByName["List"]?.properties += list.map(\.description)
        model.entitiesByName["Item"]?.properties += item.map(\.description)
        return model
    }

    /// The model of a version.
    ///
    /// | version | List.count | Item.label |
    /// | --- | --- | --- |
    /// | 1 | – | – |
    /// | 2 | items.@count | list.name |
    /// | 3, with the hashes of 2 | items.@count | title |
    /// | 4, with the hashes of 2 | plain | plain |
    ///
    /// - Parameter number: the version.
    /// - Returns: the model.
    public static func version(_ number: Int) -> NSManagedObjectModel {
        switch number {
        case 1: make()
        case 2: make(list: [count], item: [.derived("label", .stringAttributeType, "list.name")])
        case 3: make(list: [count], item: [.derived("label", .stringAttributeType, "title")])
        default: make(list: [.attribute("count", .integer64AttributeType)], item: [.attribute("label")])
        }
    }

    private static var count: PropertySketch { .derived("count", .integer64AttributeType, "items.@count") }

    /// Makes a store of a version, with some objects.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - model: the version's model.
    ///   - options: options of the store.
    /// - Throws: the error of a save.
    public static func createStore(
        at url: URL, _ model: NSManagedObjectModel, options: [AnyHashable: Any]? = nil
    ) throws {
        let stack = try Stack(at: url, model, options: options)
        let context = stack.context()
        try context.performAndWait {
            for (number, name) in ["A", "B", "C"].enumerated() {
                let list = context.insert("List", ["name": name])
                // Permanent IDs now give the rows keys in the order of names.
                try context.obtainPermanentIDs(for: [list])
                for item in 0..<(2 - number) {
                    let object = context.insert(
                        "Item", ["title": "\(name)\(item)", "points": item + 1, "list": list])
                    try context.obtainPermanentIDs(for: [object])
                }
            }
            context.insert("Item", ["title": "alone", "points": 7])
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    /// The options that let a store be migrated when it is added.
    public static var migrating: [AnyHashable: Any] {
        [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    }
}
