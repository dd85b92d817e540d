// SPDX-License-Identifier: Apache-2.0
// One entity with a property of each kind that the rules of an object's life tell apart, and two contexts that
// share a store.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Two contexts on one store, for the life of things.
final class Life {
    let stack: Stack
    let a: NSManagedObjectContext
    let b: NSManagedObjectContext

    init(
        _ kind: Stack.Kind, _ policy: NSMergePolicy = .error, className: String = "PerdureTests.TracedObject"
    ) throws {
        stack = try Stack(kind, Self.model(className))
        a = stack.context(policy)
        b = stack.context()
    }

    /// A thing that is saved and has its values in context A.
    func saved(_ values: [String: Any?] = [:]) throws -> TracedObject {
        let thing = try #require(a.insert("Thing", values) as? TracedObject)
        try a.save()
        return thing
    }

    /// The same thing in another context, with its values.
    func twin(of thing: NSManagedObject, in context: NSManagedObjectContext) throws -> TracedObject {
        try #require(try context.existingObject(with: thing.objectID) as? TracedObject)
    }

    /// What is stored under a key, as a new context reads it.
    func stored(_ key: String, of thing: NSManagedObject) throws -> Int? {
        let context = stack.context()
        return try context.existingObject(with: thing.objectID).value(forKey: key) as? Int
    }

    /// Another context saves a value; gives the notification of the save.
    @discardableResult
    func saveElsewhere(_ value: Any?, for key: String, of thing: NSManagedObject) throws -> Notification {
        let twin = try twin(of: thing, in: b)
        twin.setValue(value, forKey: key)
        try b.save()
        let updated = [NSUpdatedObjectsKey: Set([twin as NSManagedObject])]
        return Notification(name: .NSManagedObjectContextDidSave, object: b, userInfo: updated)
    }

    /// `p` and `q` are stored, `t` and `preset` are not; `other` and `others` are relationships that are not.
    static func model(_ className: String) -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Thing", className: className,
                .attribute("title", isOptional: false, default: "t"),
                .attribute("p", .integer64AttributeType, default: 0),
                .attribute("q", .integer64AttributeType, default: 0),
                .attribute("t", .undefinedAttributeType, isTransient: true),
                .attribute("preset", isTransient: true, default: "preset"),
                .toOne("owner", "Thing", inverse: "parts"), .toMany("parts", "Thing", inverse: "owner"),
                .toMany("peers", "Thing", inverse: "peers"), .toOne("other", "Thing").transient,
                .toMany("others", "Thing").transient, .toMany("row", "Thing", isOrdered: true).transient))
    }
}

extension NSManagedObject {
    var p: Int? { value(forKey: "p") as? Int }
    var q: Int? { value(forKey: "q") as? Int }
    var t: Int? { value(forKey: "t") as? Int }
    func set(_ value: Any?, _ key: String) { setValue(value, forKey: key) }

    /// The members of a to-many relationship.
    func related(_ key: String) -> Set<NSManagedObject> {
        switch value(forKey: key) {
        case let set as NSSet: Set(set.allObjects.compactMap { $0 as? NSManagedObject })
        case let list as NSOrderedSet: Set(list.array.compactMap { $0 as? NSManagedObject })
        default: []
        }
    }
}
