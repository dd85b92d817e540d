// SPDX-License-Identifier: Apache-2.0
// The model of the rule book's scenarios (SC-01 to SC-52). Each call makes a new one, because a model in use is frozen.

import Foundation
import Perdure

/// Models that many tests use.
public enum FixtureModel {
    /// A model with every kind of relationship, and every kind of transient property.
    ///
    /// - Parameter classes: the classes of entities with a class of their own.
    /// - Returns: a model that can still be changed.
    public static func scenarios(_ classes: [String: NSManagedObject.Type] = [:]) -> NSManagedObjectModel {
        let model = makeScenarios()
        for (name, type) in classes {
            model.entitiesByName[name]?.managedObjectClassName = String(reflecting: type)
        }
        return model
    }

    private static func makeScenarios() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Person", .attribute("firstName"), .attribute("lastName"),
                .attribute("age", .integer16AttributeType, default: 0), .attribute("email"),
                .attribute("note"),
                .attribute("mood", .undefinedAttributeType, isTransient: true),
                .attribute("fullName", isTransient: true),
                .toOne("department", "Department", inverse: "employees"),
                .toMany("friends", "Person", inverse: "friends"),
                .toMany("tags", "Tag", inverse: "people")),
            EntitySketch(
                "Department", unique: [["name"]], .attribute("name", isOptional: false), .attribute("code"),
                .toMany("employees", "Person", inverse: "department")),
            EntitySketch(
                "TodoList", .attribute("name", isOptional: false),
                .toMany("items", "Item", inverse: "todolist", rule: .cascadeDeleteRule, isOrdered: true)),
            EntitySketch(
                "Item", .attribute("title", isOptional: false),
                .attribute("points", .integer64AttributeType, default: 0),
                .toOne("todolist", "TodoList", inverse: "items")),
            EntitySketch("Tag", .attribute("label"), .toMany("people", "Person", inverse: "tags")),
            EntitySketch(
                "Shape", .attribute("name"), .attribute("colorData", .binaryDataAttributeType),
                .attribute("color", .undefinedAttributeType, isTransient: true)),
            EntitySketch(
                "Ext", .attribute("title"), .attribute("extendedData", .binaryDataAttributeType),
                .attribute("extendedChanges", .undefinedAttributeType, isTransient: true)),
            EntitySketch(
                "Client", .attribute("name"),
                .toMany("domains", "Domain", inverse: "owner", rule: .cascadeDeleteRule),
                .toMany("expiringDomains", "Domain").transient),
            EntitySketch(
                "Domain", .attribute("host"), .attribute("expires", .dateAttributeType),
                .toOne("owner", "Client", inverse: "domains")),
            EntitySketch(
                "Card", .attribute("title"),
                .attribute("visible", .booleanAttributeType, isTransient: true, default: true)),
            EntitySketch(
                "Place", .attribute("latitude", .doubleAttributeType, default: 0.0),
                .attribute("longitude", .doubleAttributeType, default: 0.0),
                .attribute("coreLocation", .undefinedAttributeType, isTransient: true)),
            EntitySketch("Circle", parent: "Shape", .attribute("radius", .doubleAttributeType, default: 1.0)))
    }

    /// A model with one entity, Note, which has a text and a number, for tests of stores.
    public static func notes() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Note", .attribute("text"), .attribute("number", .integer64AttributeType, default: 0)))
    }
}
