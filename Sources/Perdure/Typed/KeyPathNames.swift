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
        // As a value of this type the class is opened as it is; without it, Root would be NSManagedObject.
        let root: _KeyPathRootType = tables.type
        var names = Self.common(root)
        for properties in tables.chain.reversed() { names.merge(properties.keyPaths(root)) { $1 } }
        table = names
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

    /// The keys that every managed object has.
    private static func common<Root: NSManagedObject>(_: Root.Type) -> [AnyKeyPath: String] {
        [
            \Root.self: "self", \Root.objectID: "objectID", \Root.entity: "entity",
            \Root.isDeleted: "isDeleted", \Root.isInserted: "isInserted", \Root.isUpdated: "isUpdated",
            \Root.isFault: "isFault", \Root.hasChanges: "hasChanges",
        ]
    }
}

/// A key path on its way into a lock.
private struct SendableKeyPath: @unchecked Sendable {
    // Sendable because nobody changes what a key path has captured.
    let keyPath: AnyKeyPath
}
