// SPDX-License-Identifier: Apache-2.0
// The rows of the update matrix (DER-60): an operation, and the derived values that it changes. All others keep theirs.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// One row of the table.
struct MatrixRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: NSDeleteRule
    /// The values that are other ones afterwards, as "lamp.touched".
    let changed: Set<String>
    /// The objects that are gone afterwards.
    let gone: [String]
    /// Does everything but the last save.
    let perform: @Sendable (TodoStage) throws -> Void
    let fails: Bool

    private init(
        _ description: String, rule: NSDeleteRule = .cascadeDeleteRule, changes: Set<String>,
        gone: [String] = [], fails: Bool = false, _ perform: @escaping @Sendable (TodoStage) throws -> Void
    ) {
        testDescription = description
        self.rule = rule
        changed = changes
        self.gone = gone
        self.perform = perform
        self.fails = fails
    }

    private static let new: Set<String> = ["new.listName", "new.searchTitle", "new.touched"]

    static let all = insertions + changes + moves + deletions + nothing

    private static let insertions = [
        MatrixRow("insert item in list", changes: new.union(["home.count", "home.total"])) { stage in
            stage.context.insert("Item", ["title": "NÉW", "points": 10, "todolist": stage["home"]])
        },
        MatrixRow("insert item without list", changes: new) { stage in
            stage.context.insert("Item", ["title": "NÉW", "points": 10])
        },
        MatrixRow(
            "insert item in new list", changes: new.union(["new.count", "new.total"])
        ) { stage in
            let list = stage.context.insert("TodoList", ["name": "Garden"])
            stage.context.insert("Item", ["title": "NÉW", "points": 10, "todolist": list])
        },
    ]

    private static let changes = [
        MatrixRow("change item.title", changes: ["lamp.searchTitle", "lamp.touched"]) { stage in
            stage["lamp"].setValue("TÖRCH", forKey: "title")
        },
        MatrixRow("change item.points", changes: ["home.total", "lamp.touched"]) { stage in
            stage["lamp"].setValue(30, forKey: "points")
        },
        MatrixRow("rename list", changes: ["lamp.listName", "chair.listName"]) { stage in
            stage["home"].setValue("Flat", forKey: "name")
        },
    ]

    private static let moves = [
        MatrixRow(
            "move item A → B",
            changes: [
                "home.count", "home.total", "work.count", "work.total", "lamp.listName", "lamp.touched",
            ]
        ) { stage in
            stage["lamp"].setValue(stage["work"], forKey: "todolist")
        },
        MatrixRow(
            "move item A → B from the other side",
            changes: [
                "home.count", "home.total", "work.count", "work.total", "lamp.listName", "lamp.touched",
            ]
        ) { stage in
            stage["work"].mutableSetValue(forKey: "items").add(stage["lamp"])
        },
        MatrixRow(
            "set item.todolist nil",
            changes: ["home.count", "home.total", "lamp.listName", "lamp.touched"]
        ) { stage in
            stage["lamp"].setValue(nil, forKey: "todolist")
        },
    ]

    private static let deletions = [
        MatrixRow("delete item", changes: ["home.count", "home.total"], gone: ["lamp"]) { stage in
            stage.context.delete(stage["lamp"])
        },
        MatrixRow("delete list (cascade)", changes: [], gone: ["home", "lamp", "chair"]) { stage in
            stage.context.delete(stage["home"])
        },
        MatrixRow(
            "delete list (nullify)", rule: .nullifyDeleteRule,
            changes: ["lamp.listName", "lamp.touched", "chair.listName", "chair.touched"], gone: ["home"]
        ) { stage in
            stage.context.delete(stage["home"])
        },
    ]

    private static let nothing = [
        MatrixRow("save with transient-only change", changes: []) { stage in
            stage["lamp"].setValue("bright", forKey: "mood")
        },
        MatrixRow("save without changes", changes: []) { _ in },
        MatrixRow("failed save (validation)", changes: [], fails: true) { stage in
            stage["lamp"].setValue(30, forKey: "points")
            stage["chair"].setValue(nil, forKey: "title")
        },
        // The neighbour's save changes what its own row of the table says; the one that fails adds nothing.
        MatrixRow("failed save (conflict)", changes: ["lamp.searchTitle", "lamp.touched"], fails: true) {
            stage in
            let neighbour = stage.stack.context()
            let twin = try neighbour.existingObject(with: stage["lamp"].objectID)
            _ = stage["lamp"].value(forKey: "title")
            twin.setValue("Other", forKey: "title")
            try neighbour.save()
            stage["lamp"].setValue(30, forKey: "points")
            stage["desk"].setValue(stage["home"], forKey: "todolist")
        },
    ]
}
