// SPDX-License-Identifier: Apache-2.0
// What every row of the matrix starts with: two lists and four items that are saved, and a look at what is stored.

import Foundation
import Perdure
import PerdureTestSupport

/// Lists and items with names of their own, whatever becomes of them.
struct TodoStage {
    let stack: Stack
    let context: NSManagedObjectContext
    private let objects: [String: NSManagedObject]

    /// Stored values by object and attribute, as "lamp.touched".
    typealias Values = [String: NSObject]

    init(_ kind: Stack.Kind, deletingLists rule: NSDeleteRule = .cascadeDeleteRule) throws {
        let model = TodoModel.make(deletingLists: rule)
        let mood = NSAttributeDescription()
        mood.name = "mood"
        mood.attributeType = .stringAttributeType
        mood.isTransient = true
        model.entitiesByName["Item"]?.properties.append(mood)
        stack = try Stack(kind, model)
        let context = stack.context()
        self.context = context
        let home = context.insert("TodoList", ["name": "Home"])
        let work = context.insert("TodoList", ["name": "Work"])
        func item(_ title: String, _ points: Int, _ list: NSManagedObject?) -> NSManagedObject {
            context.insert("Item", ["title": title, "points": points, "todolist": list])
        }
        objects = [
            "home": home, "work": work, "lamp": item("Lámp", 3, home), "chair": item("CHAIR", 4, home),
            "desk": item("Desk", 5, work), "loose": item("Loose", 6, nil),
        ]
        try context.save()
    }

    subscript(name: String) -> NSManagedObject { objects[name]! }

    // MARK: What is stored

    private static let derived = [
        "TodoList": ["count", "total"], "Item": ["listName", "searchTitle", "touched"],
    ]

    /// The derived values that a fresh context reads; an object that has no name here is called "new".
    func values() throws -> Values {
        let names = Dictionary(uniqueKeysWithValues: objects.map { ($1.objectID, $0) })
        let fresh = stack.context()
        var values: Values = [:]
        for (entity, keys) in Self.derived {
            for object in try fresh.all(entity) {
                for key in keys {
                    let name = names[object.objectID] ?? "new"
                    values["\(name).\(key)"] = object.value(forKey: key) as? NSObject ?? NSNull()
                }
            }
        }
        return values
    }

    /// The same computed from the stored attributes and to-one relationships; without the times.
    func expected() throws -> Values {
        let fresh = stack.context()
        let names = Dictionary(uniqueKeysWithValues: objects.map { ($1.objectID, $0) })
        let items = try fresh.all("Item")
        var values: Values = [:]
        for list in try fresh.all("TodoList") {
            let members = items.filter { $0.value(forKey: "todolist") as? NSManagedObject === list }
            let points = members.map { $0.value(forKey: "points") as? Int ?? 0 }
            let name = names[list.objectID] ?? "new"
            values["\(name).count"] = members.count as NSNumber
            values["\(name).total"] = points.reduce(0, +) as NSNumber
        }
        for item in items {
            let name = names[item.objectID] ?? "new"
            let list = item.value(forKey: "todolist") as? NSManagedObject
            let title = item.value(forKey: "title") as? String
            values["\(name).listName"] = list?.value(forKey: "name") as? NSObject ?? NSNull()
            values["\(name).searchTitle"] =
                title?.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) as NSString?
                ?? NSNull()
        }
        return values
    }
}
