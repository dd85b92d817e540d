// SPDX-License-Identifier: Apache-2.0
// The names behind the key paths of one class, from its tables and those of its superclasses.

import Foundation

/// Property names by key path, with one class as root.
struct KeyPathNames: @unchecked Sendable {
    // Sendable because the key paths are references to properties, without captured values.

    private let table: [AnyKeyPath: String]

    /// Farthest first, so that what a subclass says about a key path stands.
    init(_ tables: ClassTables) {
        var table: [AnyKeyPath: String] = [:]
        for properties in tables.chain.reversed() { table.merge(properties.keyPaths(tables.type)) { $1 } }
        self.table = table
    }

    subscript(keyPath: AnyKeyPath) -> String? { table[keyPath] }
}
