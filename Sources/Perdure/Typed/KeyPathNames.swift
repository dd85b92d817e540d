// SPDX-License-Identifier: Apache-2.0
// The names behind the key paths of one class, from its tables and those of its superclasses.

import Foundation

/// Property names by key path, with one class as root.
struct KeyPathNames: @unchecked Sendable {
    // Sendable because the key paths are references to properties, without captured values.

    let table: [AnyKeyPath: String]

    /// Farthest first, so that what a subclass says about a key path stands.
    init(_ tables: ClassTables) {
        // As a value of this type the class is opened as it is; without it, Root would be NSManagedObject.
        let root: _KeyPathRootType = tables.type
        var table = Self.common(root)
        for properties in tables.chain.reversed() { table.merge(properties.keyPaths(root)) { $1 } }
        self.table = table
    }

    subscript(keyPath: AnyKeyPath) -> String? { table[keyPath] }

    /// The keys that every managed object has.
    private static func common<Root: NSManagedObject>(_: Root.Type) -> [AnyKeyPath: String] {
        [
            \Root.self: "self", \Root.objectID: "objectID", \Root.entity: "entity",
            \Root.isDeleted: "isDeleted", \Root.isInserted: "isInserted", \Root.isUpdated: "isUpdated",
            \Root.isFault: "isFault", \Root.hasChanges: "hasChanges",
        ]
    }
}
