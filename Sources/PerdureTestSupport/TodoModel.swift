// SPDX-License-Identifier: Apache-2.0
// Lists and items with derived attributes in all of Apple's forms: the model of the rules' scenarios and matrix.

import Perdure

/// The model of lists and their items.
public enum TodoModel {
    /// Makes the model.
    ///
    /// - Parameter rule: the delete rule of a list's items.
    /// - Returns: TodoList with count and total, Item with listName, searchTitle and touched.
    public static func make(deletingLists rule: NSDeleteRule = .cascadeDeleteRule) -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "TodoList",
                .attribute("name", isOptional: false),
                .toMany("items", "Item", inverse: "todolist", rule: rule),
                .derived("count", .integer64AttributeType, "items.@count"),
                .derived("total", .integer64AttributeType, "items.points.@sum")),
            EntitySketch(
                "Item",
                .attribute("title", isOptional: false),
                .attribute("points", .integer64AttributeType, default: 0),
                .toOne("todolist", "TodoList", inverse: "items"),
                .derived("listName", .stringAttributeType, "todolist.name"),
                .derived("searchTitle", .stringAttributeType, "canonical:(title)"),
                .derived("touched", .dateAttributeType, "now()")))
    }
}
