// SPDX-License-Identifier: Apache-2.0
// The keys that a key's value depends on, by declaration, and the inverse for one entity: the keys that change with a
// key.

import Foundation

/// The sources of a key's value, as its class declares them.
struct KeySources: Sendable {
    /// Keys of the same object, direct and indirect, and the relationships that paths begin with.
    private(set) var keys: Set<String> = []
    /// Key paths through relationships, for changes of other objects.
    private(set) var paths: Set<String> = []

    /// Follows the declarations from key to key.
    ///
    /// - Parameters:
    ///   - key: the key whose sources are wanted.
    ///   - paths: the key paths that affect a key.
    init(of key: String, paths: (String) -> Set<String>) {
        var waiting = [key]
        while let next = waiting.popLast() {
            for path in paths(next) {
                let first = String(path.prefix { $0 != "." })
                // A change of the relationship itself is a change of this object.
                if first.utf8.count < path.utf8.count { self.paths.insert(path) }
                if first != key, keys.insert(first).inserted { waiting.append(first) }
            }
        }
    }
}

/// The dependent keys of an entity's objects, by the keys that they depend on.
struct KeyDependencies: Sendable {
    /// For a key, all keys that depend on it, directly or indirectly, sorted.
    let dependents: [String: [String]]

    /// Inverts the declarations.
    ///
    /// - Parameters:
    ///   - keys: all keys that may depend on other keys.
    ///   - sources: the sources of a key.
    init(keys: Set<String>, sources: (String) -> KeySources) {
        var dependents: [String: [String]] = [:]
        for key in keys.sorted() {
            for source in sources(key).keys { dependents[source, default: []].append(key) }
        }
        self.dependents = dependents
    }
}

extension ClassTables {
    /// The sources of a key's value; the first call asks the class.
    func sources(of key: String) -> KeySources {
        if let known = keySources.withLock({ $0[key] }) { return known }
        // The sources are made outside of the lock, because this runs code of the class. A second result is the same.
        let made = KeySources(of: key) { type.keyPathsForValuesAffectingValue(forKey: $0) }
        keySources.withLock { if $0.count < Self.mostKnownKeys { $0[key] = made } }
        return made
    }
}

extension EntityBinding {
    /// The keys that change when a key changes, sorted; only keys that the class lists.
    ///
    /// Keys of extensions are found only by name. A reader of such a key also reads its sources
    /// (NSManagedObject+Observation.swift).
    func dependents(of key: String) -> [String] { dependencies.dependents[key] ?? [] }

    /// The dependent keys of the entity; the first call asks the class.
    var dependencies: KeyDependencies {
        if let known = knownDependencies.withLock(\.self) { return known }
        let keys = tables.dependentKeyNames.union(tables.accessors.names).union(names)
        let made = KeyDependencies(keys: keys) { tables.sources(of: $0) }
        knownDependencies.withLock { $0 = made }
        return made
    }
}
