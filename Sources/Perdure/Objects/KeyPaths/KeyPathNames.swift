// SPDX-License-Identifier: Apache-2.0
// The names behind the key paths of one class, from its tables and those of its superclasses. KeyPathNames+Making.swift makes
// them.

import PerdureBase

/// Property names by key path, with one class as root.
final class KeyPathNames: @unchecked Sendable {
    // Sendable because the key paths are references to properties and capture no values.

    /// The names from the tables.
    let table: [AnyKeyPath: String]
    /// The names from the tables without the keys that every managed object has, because those keys are not stored properties.
    let properties: [AnyKeyPath: String]
    /// Names that KeyPathProbe.swift found.
    let followed = Lock(Followed())

    /// Names that were found by following key paths.
    struct Followed: @unchecked Sendable {
        // Sendable for the reason of KeyPathNames.
        var names: [AnyKeyPath: String] = [:]
    }

    /// Takes the names from tables, and those of the keys that every object has.
    init(_ properties: [AnyKeyPath: String], common: [AnyKeyPath: String]) {
        self.properties = properties
        table = common.merging(properties) { $1 }
    }

    subscript(keyPath: AnyKeyPath) -> String? { table[keyPath] }
}
