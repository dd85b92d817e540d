// SPDX-License-Identifier: Apache-2.0
// The names of key paths from the tables of a class. KeyPathProbe.swift finds names of other key paths.

import Foundation

extension KeyPathNames {
    /// Reads the farthest table first, so that a subclass's entry for a key path wins.
    convenience init(_ tables: ClassTables) {
        var names: [AnyKeyPath: String] = [:]
        for part in tables.chain.reversed() { names.merge(part.keyPaths(tables.type)) { $1 } }
        self.init(names, common: Self.common(of: tables.type))
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

extension ClassTables {
    /// The name of a key path that the table does not have, found by following the key path.
    func followedName(of keyPath: AnyKeyPath) -> String? {
        let call = SendableKeyPath(keyPath: keyPath)
        if let name = keyPathNames.followed.withLock({ $0.names[call.keyPath] }) { return name }
        // The key path is followed without the lock, because that runs code of the class. A second run gives the same name.
        guard let name = KeyPathProbe.name(of: keyPath, root: type) else { return nil }
        keyPathNames.followed.withLock { $0.names[call.keyPath] = name }
        return name
    }
}

/// A key path on its way into a lock.
private struct SendableKeyPath: @unchecked Sendable {
    // Sendable because the captured values of a key path never change.
    let keyPath: AnyKeyPath
}
