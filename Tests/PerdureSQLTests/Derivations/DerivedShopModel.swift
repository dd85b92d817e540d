// SPDX-License-Identifier: Apache-2.0
// A model with all kinds of ways for derivations: to-one, one-to-many, many-to-many, reflexive, without inverse, in a
// hierarchy, to the own entity.

import PerdurePredicates
import PerdureSQLite
import PerdureStore

@testable import PerdureSQL

enum DerivedShopModel {
    /// The model with one derived attribute `d` on an entity.
    static func mapping(
        _ entity: String, _ type: StoredAttributeType, _ derivation: ExpressionNode
    ) throws -> StoreMapping {
        try StoreMapping(
            schema: Schema(
                definitions.map { definition in
                    var definition = definition
                    if definition.name == entity {
                        definition.properties.append(attribute("d", type, derivation: derivation))
                    }
                    return definition
                }))
    }

    private static let definitions = [
        EntityDefinition(
            "Order",
            properties: [
                attribute("code", .string), toMany("items", "Item", inverse: "order"),
                toOne("customer", "Customer", inverse: "orders"), toMany("notes", "Note"),
            ]),
        EntityDefinition("Rush", superentity: "Order", properties: [attribute("hours", .integer16)]),
        EntityDefinition(
            "Item",
            properties: [
                attribute("points", .integer32), attribute("price", .decimal), attribute("weight", .double),
                toOne("order", "Order", inverse: "items"), toOne("product", "Product", inverse: "items"),
                toMany("tags", "Tag", inverse: "items"),
            ]),
        EntityDefinition(
            "Product",
            properties: [attribute("price", .decimal), toMany("items", "Item", inverse: "product")]),
        EntityDefinition(
            "Customer",
            properties: [
                attribute("name", .string), toMany("orders", "Order", inverse: "customer"),
                toMany("friends", "Customer", inverse: "friends"), attribute("age", .integer16),
            ]),
        EntityDefinition(
            "Tag",
            properties: [
                attribute("weight", .integer16), toMany("items", "Item", inverse: "tags"),
                toOne("parent", "Tag", inverse: "children"), toMany("children", "Tag", inverse: "parent"),
            ]),
        EntityDefinition("Note", properties: [attribute("size", .integer32)]),
    ]
}
