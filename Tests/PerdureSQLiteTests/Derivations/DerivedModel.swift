// SPDX-License-Identifier: Apache-2.0
// A model with every form of derivation over every kind of relationship, for the tests of this folder.

import PerdurePredicates
import PerdureStore

/// Orders with items, and what belongs to them.
enum DerivedModel {
    static let definitions = [order, rush, item, product, customer, tag, note]

    private static let order = EntityDefinition(
        "Order",
        properties: [
            TestModel.attribute("code", .string), TestModel.attribute("due", .date),
            TestModel.toMany("items", "Item", inverse: "order"),
            TestModel.toOne("customer", "Customer", inverse: "orders"),
            TestModel.toMany("notes", "Note", inverse: nil),
            derived("codeCopy", .string, "code"), derived("plain", .string, "canonical:(code)"),
            derived("customerName", .string, "customer.name"),
            derived("customerLower", .string, "lowercase:(customer.name)"),
            derived("count", .integer64, "items.@count"), derived("total", .integer64, "items.@sum.points"),
            derived("weight", .double, "items.@sum.weight"), derived("price", .decimal, "items.@sum.price"),
            derived("average", .double, "items.@avg.points"),
            derived("wholeAverage", .integer32, "items.@avg.points"),
            derived("lightest", .double, "items.@min.weight"),
            derived("heaviest", .double, "items.@max.weight"),
            derived("first", .date, "items.@min.made"), derived("most", .double, "items.@max.points"),
            derived("noteCount", .integer16, "notes.@count"),
            derived("noteSize", .integer64, "notes.@sum.size"),
            derived("noteMax", .integer32, "notes.@max.size"),
            derived("cost", .decimal, "items.@sum.product.cost"),
            derived("siblings", .integer32, "customer.orders.@count"),
            derived("changed", .date, "now()"),
        ])

    private static let rush = EntityDefinition(
        "Rush", superentity: "Order",
        properties: [
            derived("rushCount", .integer32, "items.@count"),
            derived("rushPoints", .integer64, "items.@sum.points"),
            derived("rushName", .string, "uppercase:(customer.name)"),
            derived("rushCopy", .string, "customer.name"), derived("rushTime", .date, "now()"),
        ])

    private static let item = EntityDefinition(
        "Item",
        properties: [
            TestModel.attribute("points", .integer32), TestModel.attribute("weight", .double),
            TestModel.attribute("price", .decimal), TestModel.attribute("made", .date),
            TestModel.toOne("order", "Order", inverse: "items"),
            TestModel.toOne("product", "Product", inverse: "items"),
            TestModel.toMany("tags", "Tag", inverse: "items"),
            derived("far", .string, "order.customer.name"),
            derived("farUpper", .string, "uppercase:(order.customer.name)"),
            derived("tagCount", .integer32, "tags.@count"),
            derived("tagWeight", .integer64, "tags.@sum.weight"),
            derived("tagMin", .integer64, "tags.@min.weight"),
            derived("tagAverage", .double, "tags.@avg.weight"),
            derived("tagParents", .integer64, "tags.@sum.parent.weight"),
            derived("mates", .integer32, "order.items.@count"),
            derived("matePoints", .integer64, "order.items.@sum.points"),
            derived("mateMax", .integer32, "order.items.@max.points"),
            derived("orderNotes", .integer32, "order.notes.@count"),
            derived("orderNoteSize", .integer64, "order.notes.@sum.size"),
            derived("farOrders", .integer32, "order.customer.orders.@count"),
        ])

    private static let product = EntityDefinition(
        "Product",
        properties: [
            TestModel.attribute("cost", .decimal), TestModel.toMany("items", "Item", inverse: "product"),
            derived("sold", .integer64, "items.@sum.points"),
        ])

    private static let customer = EntityDefinition(
        "Customer",
        properties: [
            TestModel.attribute("name", .string), TestModel.attribute("age", .integer16),
            TestModel.toMany("orders", "Order", inverse: "customer"),
            TestModel.toMany("friends", "Customer", inverse: "friends"),
            derived("orderCount", .integer32, "orders.@count"),
            derived("lastDue", .date, "orders.@max.due"),
            derived("friendCount", .integer32, "friends.@count"),
            derived("friendAges", .integer64, "friends.@sum.age"),
            derived("oldest", .integer16, "friends.@max.age"),
        ])

    private static let tag = EntityDefinition(
        "Tag",
        properties: [
            TestModel.attribute("weight", .integer16), TestModel.toMany("items", "Item", inverse: "tags"),
            TestModel.toOne("parent", "Tag", inverse: "children"),
            TestModel.toMany("children", "Tag", inverse: "parent"),
            TestModel.toMany("likes", "Tag", inverse: "likedBy"),
            TestModel.toMany("likedBy", "Tag", inverse: "likes"),
            derived("parentWeight", .integer16, "parent.weight"),
            derived("grandWeight", .integer16, "parent.parent.weight"),
            derived("childCount", .integer32, "children.@count"),
            derived("childSum", .integer64, "children.@sum.weight"),
            derived("childMax", .integer16, "children.@max.weight"),
            derived("siblings", .integer32, "parent.children.@count"),
            derived("itemCount", .integer32, "items.@count"),
            derived("itemPoints", .integer64, "items.@sum.points"),
            derived("dearest", .decimal, "parent.items.@max.product.cost"),
            derived("likeCount", .integer32, "likes.@count"),
            derived("likedSum", .integer64, "likedBy.@sum.weight"),
        ])

    private static let note = EntityDefinition("Note", properties: [TestModel.attribute("size", .integer32)])

    private static func derived(_ name: String, _ type: StoredAttributeType, _ text: String)
        -> PropertyDefinition
    {
        do {
            let expression = try PredicateParser.parseExpression(text)
            return PropertyDefinition(name, .attribute(AttributeDefinition(type, derivation: expression)))
        } catch { fatalError("the tests' own text is wrong: \(text)") }
    }
}
