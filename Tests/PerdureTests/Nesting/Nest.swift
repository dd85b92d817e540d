// SPDX-License-Identifier: Apache-2.0
// A parent and a child over one store: what every test of nested contexts begins with.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A store, a context on its coordinator, and a child of that.
struct Nest {
    let stack: Stack
    let parent: NSManagedObjectContext
    let child: NSManagedObjectContext
    /// Reads what is stored.
    let reader: NSManagedObjectContext

    init(_ kind: Stack.Kind, _ classes: [String: NSManagedObject.Type] = [:]) throws {
        stack = try Stack(kind, FixtureModel.scenarios(classes))
        parent = stack.context()
        child = Nest.child(of: parent)
        reader = stack.context()
    }

    /// A new child of a context.
    static func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        return child
    }

    /// Inserts in the parent and saves.
    func saved(_ entity: String, _ values: [String: Any?] = [:]) throws -> NSManagedObject {
        let object = parent.insert(entity, values)
        try parent.save()
        return object
    }

    /// The child's object for one of the parent's.
    func twin(_ object: NSManagedObject) throws -> NSManagedObject {
        try child.existingObject(with: object.objectID)
    }

    /// The values of an attribute in the store.
    func stored(_ entity: String, _ key: String) throws -> [String] {
        reader.reset()
        return try reader.all(entity).compactMap { $0.value(forKey: key) as? String }.sorted()
    }
}

extension NSManagedObjectContext {
    /// The texts of an attribute of what a fetch finds, in their order.
    func texts(_ entity: String, _ key: String, _ format: String? = nil, by order: String? = nil) throws
        -> [String]
    {
        let found = try all(entity, format, by: order ?? key)
        return found.compactMap { $0.value(forKey: key) as? String }
    }
}
