// SPDX-License-Identifier: Apache-2.0
// The model of the random operations: every form of derivation, one-to-many and many-to-many.

import Perdure
import PerdureTestSupport

/// Lists with items, items with tags.
enum RandomModel {
    static func make() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "List", .attribute("name"),
                .toMany("items", "Item", inverse: "list", rule: .nullifyDeleteRule),
                .derived("count", .integer64AttributeType, "items.@count"),
                .derived("total", .integer64AttributeType, "items.points.@sum"),
                .derived("weight", .doubleAttributeType, "items.weight.@sum"),
                .derived("mean", .doubleAttributeType, "items.points.@avg"),
                .derived("heaviest", .doubleAttributeType, "items.weight.@max"),
                .derived("least", .integer64AttributeType, "items.points.@min")),
            EntitySketch(
                "Item", .attribute("name"), .attribute("points", .integer64AttributeType),
                .attribute("weight", .doubleAttributeType),
                .toOne("list", "List", inverse: "items"), .toMany("tags", "Tag", inverse: "items"),
                .derived("listName", .stringAttributeType, "list.name"),
                .derived("loudList", .stringAttributeType, "uppercase:(list.name)"),
                .derived("search", .stringAttributeType, "canonical:(name)"),
                .derived("quiet", .stringAttributeType, "lowercase:(name)"),
                .derived("siblings", .integer64AttributeType, "list.items.@count"),
                .derived("touched", .dateAttributeType, "now()")),
            EntitySketch(
                "Tag", .attribute("name"), .toMany("items", "Item", inverse: "tags"),
                .derived("uses", .integer64AttributeType, "items.@count"),
                .derived("points", .integer64AttributeType, "items.points.@sum")))
    }
}
