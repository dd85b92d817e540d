// SPDX-License-Identifier: Apache-2.0
// Which keys are affected by a change of a key, in the objects of one entity. Declared the other way round: for a
// key, the key paths that affect it.

import Foundation

/// The dependent keys of an entity's objects, by what they depend on.
struct KeyDependencies: Sendable {
    /// For a key, all keys that change with it, also through each other; sorted.
    let dependents: [String: [String]]
    /// For a key, the key paths through relationships that it depends on: changes of other objects.
    let distantPaths: [String: Set<String>]

    /// Turns declarations round.
    ///
    /// - Parameters:
    ///   - keys: all keys that may depend on others.
    ///   - paths: the key paths that affect a key.
    init(keys: Set<String>, paths: (String) -> Set<String>) {
        var direct: [String: Set<String>] = [:]
        var distant: [String: Set<String>] = [:]
        for key in keys {
            for path in paths(key) {
                let first = path.prefix { $0 != "." }
                // A change of the relationship itself is a change at the object.
                direct[String(first), default: []].insert(key)
                if first.count < path.count { distant[key, default: []].insert(path) }
            }
        }
        dependents = Dictionary(
            uniqueKeysWithValues: direct.keys.map { ($0, Self.reachable(from: $0, in: direct).sorted()) })
        distantPaths = distant
    }

    private static func reachable(from key: String, in direct: [String: Set<String>]) -> Set<String> {
        var found: Set<String> = []
        var waiting = direct[key] ?? []
        while let next = waiting.popFirst() {
            guard next != key, found.insert(next).inserted else { continue }
            waiting.formUnion(direct[next] ?? [])
        }
        return found
    }
}

extension EntityBinding {
    /// The keys that change when a key changes, sorted.
    func dependents(of key: String) -> [String] { dependencies.dependents[key] ?? [] }

    /// What depends on what; asked of the class at the first call.
    var dependencies: KeyDependencies {
        if let known = knownDependencies.withLock(\.self) { return known }
        // Made without the lock, because it runs code of the class; made twice, it is the same.
        let keys = tables.dependentKeyNames.union(tables.accessors.names).union(names)
        let made = KeyDependencies(keys: keys) { objectClass.keyPathsForValuesAffectingValue(forKey: $0) }
        knownDependencies.withLock { $0 = made }
        return made
    }
}
