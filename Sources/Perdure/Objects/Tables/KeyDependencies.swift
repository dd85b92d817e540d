// SPDX-License-Identifier: Apache-2.0
// The keys that a key's value depends on, by declaration, and the inverse for one entity: the keys that change with a
// key. KeyDependencies+Entities.swift asks the classes.

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
