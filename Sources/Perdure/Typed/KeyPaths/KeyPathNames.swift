// SPDX-License-Identifier: Apache-2.0
// The names behind the key paths of one class, from its tables and those of its superclasses. KeyPathProbe.swift finds the
// names of other key paths.

import Foundation
import PerdureBase
import PerdurePredicates

/// Property names by key path, with one class as root.
final class KeyPathNames: @unchecked Sendable {
    // Sendable because the key paths are references to properties and capture no values.

    /// The names from the tables.
    let table: [AnyKeyPath: String]
    /// The names from the tables without the keys that every managed object has, because those keys are not stored properties.
    let properties: [AnyKeyPath: String]
    private let root: NSManagedObject.Type
    private let followed = Lock(Followed())

    /// Names that were found by following key paths.
    private struct Followed: @unchecked Sendable {
        // Sendable for the reason of KeyPathNames.
        var names: [AnyKeyPath: String] = [:]
    }

    /// Reads the farthest table first, so that a subclass's entry for a key path wins.
    init(_ tables: ClassTables) {
        root = tables.type
        var names: [AnyKeyPath: String] = [:]
        for part in tables.chain.reversed() { names.merge(part.keyPaths(tables.type)) { $1 } }
        properties = names
        table = Self.common(of: tables.type).merging(names) { $1 }
    }

    subscript(keyPath: AnyKeyPath) -> String? { table[keyPath] }

    /// The name of a key path that the table does not have, found by following the key path.
    func name(following keyPath: AnyKeyPath) -> String? {
        let call = SendableKeyPath(keyPath: keyPath)
        if let name = followed.withLock({ $0.names[call.keyPath] }) { return name }
        // The key path is followed without the lock, because that runs code of the class. A second run gives the same name.
        guard let name = KeyPathProbe.name(of: keyPath, root: root) else { return nil }
        followed.withLock { $0.names[call.keyPath] = name }
        return name
    }

    /// The keys that every managed object has, with a class as root.
    // Not optimized: the optimizer would see an NSManagedObject in the variable below. It would open that class instead of the
    // subclass, and key paths of the subclass would have no names.
    @_optimize(none) private static func common(of type: NSManagedObject.Type) -> [AnyKeyPath: String] {
        // A variable of this type makes Swift open the dynamic class. Without the variable, Root would be NSManagedObject.
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
    // Sendable because the captured values of a key path never change.
    let keyPath: AnyKeyPath
}
