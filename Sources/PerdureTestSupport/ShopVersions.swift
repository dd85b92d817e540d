// SPDX-License-Identifier: Apache-2.0
// Two versions of one model that differ in everything that a migration in place changes, for tests of faults and kills.

import Foundation
import Perdure

/// A shop before and after.
public enum ShopVersions {
    /// The model of a version, 1 or 2.
    ///
    /// The second one renames entities and properties, shifts the numbers of entities, removes and adds, converts numbers, fills
    /// values, moves an entity out of its hierarchy, makes a relationship many-to-many, and adds an order, an index, a
    /// constraint and a derived attribute.
    ///
    /// - Parameter number: the version.
    /// - Returns: the model.
    public static func version(_ number: Int) -> NSManagedObjectModel {
        number == 1 ? first : second
    }

    private static var first: NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Customer", .attribute("name"), .toMany("orders", "Order", inverse: "customer")),
            EntitySketch(
                "Order", .attribute("number", .integer32AttributeType), .attribute("note"),
                .toOne("customer", "Customer", inverse: "orders"),
                .toMany("tags", "Tag", inverse: "orders")),
            EntitySketch("Rush", parent: "Order", .attribute("fee", .doubleAttributeType)),
            EntitySketch("Tag", .attribute("word"), .toMany("orders", "Order", inverse: "tags")),
            EntitySketch("Zone", .attribute("code"), .toOne("main", "Customer")))
    }

    private static var second: NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch("Address", .attribute("street")),
            EntitySketch(
                "Client", .attribute("title").renamed(from: "name"), .attribute("level", default: "new"),
                .derived("count", .integer64AttributeType, "orders.@count"),
                .toMany("orders", "Order", inverse: "clients", isOrdered: true)
            ).renamed(from: "Customer"),
            EntitySketch(
                "Order", .attribute("number", .doubleAttributeType),
                .toMany("clients", "Client", inverse: "orders").renamed(from: "customer"),
                .toMany("tags", "Tag", inverse: "orders")),
            EntitySketch("Rush", parent: "Order", .attribute("fee", .doubleAttributeType, default: 1.5)),
            EntitySketch(
                "Tag", unique: [["word"]], .attribute("word"), .toMany("orders", "Order", inverse: "tags")))
    }

    /// The options of an opening that migrates.
    public static var migrating: [AnyHashable: Any] { DerivedVersions.migrating }

    /// Makes a store of the first version, with some objects.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - options: options of the store.
    /// - Throws: the error of a save.
    public static func createStore(at url: URL, options: [AnyHashable: Any]? = nil) throws {
        let stack = try Stack(at: url, version(1), options: options)
        let context = stack.context()
        try context.performAndWait {
            let customers = ["a", "b"].map { context.insert("Customer", ["name": $0]) }
            let tags = ["x", "y"].map { context.insert("Tag", ["word": $0]) }
            for number in 1...6 {
                let order = context.insert(
                    number % 3 == 0 ? "Rush" : "Order",
                    ["number": number, "note": "n\(number)", "customer": customers[number % 2]])
                order.mutableSetValue(forKey: "tags").add(tags[number % 2])
            }
            context.insert("Zone", ["code": "z", "main": customers[0]])
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }
}
