// SPDX-License-Identifier: Apache-2.0
// The model of the scenarios, in code, with a store; for the suites of Objects and Context.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A coordinator with a store and the scenarios' model.
///
/// The store is in memory; with PERDURE_TEST_STORE=sqlite in the environment, all suites run on SQLite files.
final class PeopleStack {
    let stack: Stack
    var coordinator: NSPersistentStoreCoordinator { stack.coordinator }
    /// Kept, because objects do not keep their contexts alive.
    private var contexts: [NSManagedObjectContext] = []

    init(
        _ kind: Stack.Kind? = nil, employeesRule: NSDeleteRule = .nullifyDeleteRule,
        className: String = "PerdureTests.TracedObject"
    ) throws {
        let preset = ProcessInfo.processInfo.environment["PERDURE_TEST_STORE"].flatMap(Stack.Kind.init)
        stack = try Stack(
            kind ?? preset ?? .inMemory,
            PeopleModel.make(employeesRule: employeesRule, className: className))
    }

    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        contexts.append(context)
        return context
    }

    func entity(_ name: String) throws -> NSEntityDescription {
        try #require(coordinator.managedObjectModel.entitiesByName[name])
    }

    /// Inserts an object and sets its values.
    @discardableResult
    func insert(_ name: String, into context: NSManagedObjectContext, _ values: [String: Any] = [:]) throws
        -> TracedObject
    {
        let object = try TracedObject(entity: entity(name), insertInto: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// All objects of an entity.
    func all(_ name: String, in context: NSManagedObjectContext) throws -> [TracedObject] {
        let request = NSFetchRequest<TracedObject>(entityName: name)
        request.sortDescriptors = [
            NSSortDescriptor(key: PeopleModel.sortKeys[name] ?? "name", ascending: true)
        ]
        return try context.fetch(request)
    }
}

/// The entities Person, Department, Locker, TodoList, Item, Tag, Card.
enum PeopleModel {
    static let sortKeys = ["Person": "firstName", "Item": "title", "Card": "title", "Locker": "number"]

    static func make(employeesRule: NSDeleteRule, className: String) -> NSManagedObjectModel {
        let person = ModelSamples.entity("Person", personAttributes())
        let department = ModelSamples.entity("Department", departmentAttributes())
        let locker = ModelSamples.entity("Locker", [ModelSamples.attribute("number", .integer32)])
        let list = ModelSamples.entity("TodoList", [ModelSamples.attribute("name")])
        let item = ModelSamples.entity("Item", itemAttributes())
        let tag = ModelSamples.entity("Tag", [ModelSamples.attribute("name")])
        let card = ModelSamples.entity("Card", cardAttributes())
        connect(person, "department", 1, department, "employees", 0, rule: employeesRule)
        connect(person, "locker", 1, locker, "owner", 1, rule: .nullifyDeleteRule)
        connect(item, "list", 1, list, "items", 0, rule: .cascadeDeleteRule)
        connect(item, "tags", 0, tag, "items", 0, rule: .nullifyDeleteRule)
        list.relationshipsByName["items"]?.isOrdered = true
        let entities = [person, department, locker, list, item, tag, card]
        for entity in entities { entity.managedObjectClassName = className }
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    /// Two ends; the rule is that of the second one.
    private static func connect(
        _ left: NSEntityDescription, _ leftName: String, _ leftCount: Int,
        _ right: NSEntityDescription, _ rightName: String, _ rightCount: Int, rule: NSDeleteRule
    ) {
        let there = ModelSamples.relationship(leftName, to: right, maxCount: leftCount)
        let back = ModelSamples.relationship(rightName, to: left, maxCount: rightCount)
        there.inverseRelationship = back
        back.inverseRelationship = there
        back.deleteRule = rule
        left.properties.append(there)
        right.properties.append(back)
    }

    private static func personAttributes() -> [NSPropertyDescription] {
        [
            ModelSamples.attribute("firstName"), ModelSamples.attribute("lastName"),
            ModelSamples.attribute("age", .integer16) { $0.defaultValue = 0 },
            ModelSamples.attribute("born", .date), ModelSamples.attribute("photo", .binaryData),
            ModelSamples.attribute("key", .uuid), ModelSamples.attribute("home", .uri),
            ModelSamples.attribute("salary", .decimal), ModelSamples.attribute("height", .double),
            ModelSamples.attribute("active", .boolean), ModelSamples.attribute("extra", .transformable),
            ModelSamples.attribute("mood", .undefined) { $0.isTransient = true },
        ]
    }

    private static func departmentAttributes() -> [NSPropertyDescription] {
        [ModelSamples.attribute("name") { $0.isOptional = false }, ModelSamples.attribute("code")]
    }

    private static func itemAttributes() -> [NSPropertyDescription] {
        [
            ModelSamples.attribute("title") { $0.isOptional = false },
            ModelSamples.attribute("points", .integer64) { $0.defaultValue = 0 },
        ]
    }

    private static func cardAttributes() -> [NSPropertyDescription] {
        [
            ModelSamples.attribute("title") {
                $0.setValidationPredicates(
                    [NSPredicate(format: "length >= 3")], withValidationWarnings: ["too short for a title"])
            },
            ModelSamples.attribute("visible", .boolean) {
                $0.isTransient = true
                $0.defaultValue = true
            },
        ]
    }
}
