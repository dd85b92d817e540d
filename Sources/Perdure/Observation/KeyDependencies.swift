// SPDX-License-Identifier: Apache-2.0
// What the value of a key is made of, by declaration, and the same turned round for the objects of one entity: which
// keys change with a key.

import Foundation

/// What the value of a key is made of, as its class declares it.
struct KeySources: Sendable {
    /// Keys of the same object, also through each other, and the relationships that paths begin with.
    private(set) var keys: Set<String> = []
    /// Key paths through relationships: changes of other objects.
    private(set) var paths: Set<String> = []

    /// Follows declarations.
    ///
    /// - Parameters:
    ///   - key: the key whose value it is about.
    ///   - paths: the key paths that affect a key.
    init(of key: String, paths: (String) -> Set<String>) {
        var waiting = [key]
        while let next = waiting.popLast() {
            for path in paths(next) {
                let first = String(path.prefix { $0 != "." })
                // A change of the relationship itself is a change at the object.
                if first.utf8.count < path.utf8.count { self.paths.insert(path) }
                if first != key, keys.insert(first).inserted { waiting.append(first) }
            }
        }
    }
}

/// The dependent keys of an entity's objects, by what they depend on.
struct KeyDependencies: Sendable {
    /// For a key, all keys that change with it, also through each other; sorted.
    let dependents: [String: [String]]

    /// Turns declarations round.
    ///
    /// - Parameters:
    ///   - keys: all keys that may depend on others.
    ///   - sources: what a key's value is made of.
    init(keys: Set<String>, sources: (String) -> KeySources) {
        var dependents: [String: [String]] = [:]
        for key in keys.sorted() {
            for source in sources(key).keys { dependents[source, default: []].append(key) }
        }
        self.dependents = dependents
    }
}

extension ClassTables {
    /// What the value of a key is made of; the class is asked at the first call.
    func sources(of key: String) -> KeySources {
        if let known = keySources.withLock({ $0[key] }) { return known }
        // Made without the lock, because it runs code of the class; made twice, it is the same.
        let made = KeySources(of: key) { type.keyPathsForValuesAffectingValue(forKey: $0) }
        keySources.withLock { if $0.count < Self.mostKnownKeys { $0[key] = made } }
        return made
    }
}

extension EntityBinding {
    /// The keys that change when a key changes, sorted: of those that are known without being asked for.
    ///
    /// Keys of extensions are found by name only: who reads one reads its sources
    /// (NSManagedObject+Observation.swift).
    func dependents(of key: String) -> [String] { dependencies.dependents[key] ?? [] }

    /// What depends on what; asked of the class at the first call.
    var dependencies: KeyDependencies {
        if let known = knownDependencies.withLock(\.self) { return known }
        let keys = tables.dependentKeyNames.union(tables.accessors.names).union(names)
        let made = KeyDependencies(keys: keys) { tables.sources(of: $0) }
        knownDependencies.withLock { $0 = made }
        return made
    }
}
