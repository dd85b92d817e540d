// SPDX-License-Identifier: Apache-2.0
// Tasks under lists that derive their count and the sum of their points: what derived attributes cost where they are
// kept, beside the same triggers in C, and beside a save without derived attributes.

import CoreData
import Foundation

/// A list; its count and total are derived.
final class TodoList: NSManagedObject {
    override class var _classProperties: ClassProperties? {
        ClassProperties(TodoList.self, slots: ["count", "name", "tasks", "total"]) { _ in [:] }
    }
}

/// A task of a list.
final class ListedTask: NSManagedObject {
    var list: TodoList? {
        get { _toOne(at: 0, as: TodoList.self) }
        set { _setToOne(newValue, at: 0) }
    }
    var points: Int64 {
        get { _int64(at: 1) }
        set { _setInt64(newValue, at: 1) }
    }
    var title: String? {
        get { _string(at: 2) }
        set { _setString(newValue, at: 2) }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(ListedTask.self, slots: ["list", "points", "title"]) { _ in [:] }
    }
}

/// The two entities, and their work.
enum Deriving {
    private static let tasksEach: Int64 = 100

    /// The model: the lists derive their figures, or do not.
    static func makeModel(deriving: Bool) -> NSManagedObjectModel {
        let (list, task) = (NSEntityDescription(), NSEntityDescription())
        (list.name, task.name) = ("TodoList", "Task")
        list.managedObjectClassName = NSStringFromClass(TodoList.self)
        task.managedObjectClassName = NSStringFromClass(ListedTask.self)
        let (many, one) = (NSRelationshipDescription(), NSRelationshipDescription())
        (many.name, many.destinationEntity, many.inverseRelationship) = ("tasks", task, one)
        (one.name, one.destinationEntity, one.maxCount, one.inverseRelationship) = ("list", list, 1, many)
        list.properties = [
            figure("count", deriving ? "tasks.@count" : nil), Item.attribute("name", .stringAttributeType),
            many,
            figure("total", deriving ? "tasks.points.@sum" : nil),
        ]
        task.properties = [
            one, Item.attribute("points", .integer64AttributeType),
            Item.attribute("title", .stringAttributeType),
        ]
        let model = NSManagedObjectModel()
        model.entities = [list, task]
        return model
    }

    private static func figure(_ name: String, _ expression: String?) -> NSAttributeDescription {
        guard let expression else { return Item.attribute(name, .integer64AttributeType) }
        let attribute = NSDerivedAttributeDescription()
        attribute.name = name
        attribute.attributeType = .integer64AttributeType
        attribute.derivationExpression = NSExpression(format: expression)
        return attribute
    }

    /// Makes a file of empty lists.
    private static func fill(_ file: URL, lists: Int64, deriving: Bool) throws {
        let stack = try Stack(file, model: makeModel(deriving: deriving))
        try stack.context.performAndWait {
            for number in 1...lists {
                let list = TodoList(entity: try stack.entity("TodoList"), insertInto: stack.context)
                list.setValue("List \(number)", forKey: "name")
            }
            try stack.context.save()
        }
        try stack.close()
    }

    private static func lists(_ workspace: Workspace) -> Int64 { max(1, workspace.rows / 2 / tasksEach) }

    /// Inserts tasks under all lists in turn, saves, and looks at the figures.
    private static func insert(_ run: Run, deriving: Bool) throws -> Pass {
        try withStack(
            run, model: makeModel(deriving: deriving),
            prepare: { stack, _ in
                try stack.context.fetch(NSFetchRequest<TodoList>(entityName: "TodoList"))
            },
            work: { stack, lists in
                let entity = try stack.entity("Task")
                for number in 0..<Int64(lists.count) * tasksEach {
                    let task = ListedTask(entity: entity, insertInto: stack.context)
                    task.title = "Task \(number)"
                    task.points = number % 10
                    task.list = lists[Int(number) % lists.count]
                }
                try stack.context.save()
                let isCounted = lists.allSatisfy { $0.value(forKey: "count") as? Int64 == tasksEach }
                return isCounted || !deriving ? true : nil
            })
    }

    static let workloads = [true, false].map { deriving in
        Workload(
            name: deriving ? "insert under @count and @sum" : "the same, not derived",
            file: Seed(name: deriving ? "derived" : "underived") {
                try fill($0, lists: lists($1), deriving: deriving)
            },
            objects: { lists($0) * tasksEach },
            perdure: { try insert($0, deriving: deriving) },
            baseline: { [Baseline("insert-tasks", $0, lists($1), tasksEach)] })
    }
}
