// SPDX-License-Identifier: Apache-2.0
// The dependent keys of classes and entities, asked once. Part of KeyDependencies.swift.

import Foundation

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
