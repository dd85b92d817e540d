// SPDX-License-Identifier: Apache-2.0
// The model of the checks of derived attributes: every form, over one-to-many and many-to-many relationships, along
// several steps, in a subentity, between rows of one entity. DerivedAudit.swift computes the same values in the plainest
// way.

import PerdurePredicates
import PerdureStore

/// Regions have lists, lists have items, items have tags.
enum DerivedModel {
    static func entities() throws -> [EntityDefinition] {
        [try region(), try list(), try item(), rare, try tag()]
    }

    private static func region() throws -> EntityDefinition {
        EntityDefinition(
            "Region",
            properties: [
                plain("name", .string),
                many("lists", "List", inverse: "region"),
                try derived("points", .integer64, "lists.leader.points.@sum"),
            ])
    }

    private static func list() throws -> EntityDefinition {
        EntityDefinition(
            "List",
            properties: [
                plain("name", .string),
                one("region", "Region", inverse: "lists"),
                one("leader", "Item", inverse: "leads"),
                many("items", "Item", inverse: "list"),
                try derived("count", .integer32, "items.@count"),
                try derived("total", .integer64, "items.@sum.points"),
                try derived("weight", .double, "items.weight.@sum"),
                try derived("cost", .decimal, "sum:(items.cost)"),
                try derived("mean", .double, "items.@avg.points"),
                try derived("first", .date, "items.@min.day"),
                try derived("heaviest", .double, "items.@max.weight"),
            ])
    }

    private static func item() throws -> EntityDefinition {
        EntityDefinition(
            "Item",
            properties: [
                plain("title", .string), plain("points", .integer64), plain("weight", .double),
                plain("cost", .decimal), plain("day", .date),
                one("list", "List", inverse: "items"),
                many("leads", "List", inverse: "leader"),
                many("tags", "Tag", inverse: "items"),
                try derived("listName", .string, "list.name"),
                try derived("regionName", .string, "list.region.name"),
                try derived("quietRegion", .string, "lowercase:(list.region.name)"),
                try derived("siblings", .integer64, "list.items.@count"),
                try derived("search", .string, "canonical:(title)"),
                try derived("loud", .string, "uppercase:(title)"),
                try derived("copy", .double, "points"),
                try derived("touched", .date, "now()"),
            ])
    }

    /// A subentity that inherits all derived attributes.
    private static let rare = EntityDefinition(
        "Rare", superentity: "Item", properties: [plain("note", .string)])

    private static func tag() throws -> EntityDefinition {
        EntityDefinition(
            "Tag",
            properties: [
                plain("name", .string),
                many("items", "Item", inverse: "tags"),
                try derived("uses", .integer64, "items.@count"),
                try derived("points", .integer64, "items.points.@sum"),
            ])
    }

    /// An entity with every kind of relationship to itself.
    static func node() throws -> EntityDefinition {
        let names = try ["parent", "mate", "guide"].map {
            try derived("\($0)Name", .string, "\($0).name")
        }
        let figures = try ["child": "children", "friend": "friends", "mark": "marks"].flatMap {
            [
                try derived("\($0)Count", .integer64, "\($1).@count"),
                try derived("\($0)Points", .integer64, "\($1).points.@sum"),
            ]
        }
        return EntityDefinition(
            "Node",
            properties: [
                plain("name", .string), plain("points", .integer64),
                one("parent", "Node", inverse: "children"), many("children", "Node", inverse: "parent"),
                one("mate", "Node", inverse: "mate"), one("guide", "Node", inverse: nil),
                many("friends", "Node", inverse: "friends"), many("marks", "Node", inverse: nil),
                try derived("grandName", .string, "parent.parent.name"),
            ] + names + figures)
    }

    /// An entity whose integer attributes are copies of fractions.
    static func measure() throws -> EntityDefinition {
        EntityDefinition(
            "Measure",
            properties: [
                plain("value", .double), plain("cost", .decimal),
                try derived("whole", .integer64, "value"), try derived("small", .integer16, "value"),
                try derived("price", .integer64, "cost"),
            ])
    }

    static func plain(_ name: String, _ type: StoredAttributeType) -> PropertyDefinition {
        PropertyDefinition(name, .attribute(AttributeDefinition(type)))
    }

    private static func derived(_ name: String, _ type: StoredAttributeType, _ text: String) throws
        -> PropertyDefinition
    {
        let expression = try PredicateParser.parseExpression(text)
        return PropertyDefinition(name, .attribute(AttributeDefinition(type, derivation: expression)))
    }

    static func one(_ name: String, _ entity: String, inverse: String?) -> PropertyDefinition {
        PropertyDefinition(name, .relationship(RelationshipDefinition(to: entity, inverse: inverse)))
    }

    static func many(_ name: String, _ entity: String, inverse: String?) -> PropertyDefinition {
        PropertyDefinition(
            name, .relationship(RelationshipDefinition(to: entity, inverse: inverse, isToMany: true)))
    }
}
