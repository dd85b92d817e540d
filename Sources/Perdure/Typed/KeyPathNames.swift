// SPDX-License-Identifier: Apache-2.0
// The names behind the key paths of one class: from its tables and those of its superclasses. Other key paths are
// followed (KeyPathProbe.swift).

import Foundation
import PerdurePredicates

/// Property names by key path, with one class as root.
final class KeyPathNames: @unchecked Sendable {
    // Sendable because the key paths are references to properties, without captured values.

    /// What the tables have.
    let table: [AnyKeyPath: String]
    /// The same without the keys that every managed object has: those are not made of what is stored.
    let properties: [AnyKeyPath: String]
    private let root: NSManagedObject.Type
    private let followed = Lock(Followed())

    /// Names that were found by following key paths.
    private struct Followed: @unchecked Sendable {
        // Sendable as its owner.
        var names: [AnyKeyPath: String] = [:]
    }

    /// Farthest first, so that what a subclass says about a key path stands.
    init(_ tables: ClassTables) {
        root = tables.type
        var names: [AnyKeyPath: String] = [:]
        for part in tables.chain.reversed() { names.merge(part.keyPaths(tables.type)) { $1 } }
        properties = names
        table = Self.common(of: tables.type).merging(names) { $1 }
    }

    subscript(keyPath: AnyKeyPath) -> String? { table[keyPath] }

    /// The name that is found by following a key path that the table does not have.
    func name(following keyPath: AnyKeyPath) -> String? {
        let call = SendableKeyPath(keyPath: keyPath)
        if let name = followed.withLock({ $0.names[call.keyPath] }) { return name }
        // Without the lock, because it runs code of the class; done twice, it gives the same.
        guard let name = KeyPathProbe.name(of: keyPath, root: root) else { return nil }
        followed.withLock { $0.names[call.keyPath] = name }
        return name
    }

    /// The keys that every managed object has, with a class as root.
    // The optimizer would see that the variable below has an NSManagedObject, and open that class in the place of its
    // subclass: key paths of the subclass would have no names then.
    @_optimize(none) private static func common(of type: NSManagedObject.Type) -> [AnyKeyPath: String] {
        // As a value of this type the class is opened as it is; without it, Root would be NSManagedObject.
        let root: _KeyPathRootType = type
        return common(root)
    }

    private static func common<Root: NSManagedObject>(_: Root.Type) -> [AnyKeyPath: String] {
        [
            \Root.self: "self", \Root.objectID: "objectID", \Root.entity: "entity",
            \Root.managedObjectContext: "managedObjectContext",
            \Root.isDeleted: "isDeleted", \Root.isInserted: "isInserted", \Root.isUpdated: "isUpdated",
            \Root.isFault: "isFault", \Root.faultingState: "faultingState", \Root.hasChanges: "hasChanges",
            \Root.hasPersistentChangedValues: "hasPersistentChangedValues",
        ]
    }
}

/// A key path on its way into a lock.
private struct SendableKeyPath: @unchecked Sendable {
    // Sendable because nobody changes what a key path has captured.
    let keyPath: AnyKeyPath
}
