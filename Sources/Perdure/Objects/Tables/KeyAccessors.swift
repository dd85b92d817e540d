// SPDX-License-Identifier: Apache-2.0
// Finds the hand-written accessors of a class by the names that key-value coding uses.
// NSManagedObject+HandWrittenAccessors.swift calls them.

import Foundation

/// Hand-written accessors by key.
///
/// Key-value coding looks for `get<Key>`, `<key>` and `is<Key>`. Generated accessors of modeled properties are not listed here,
/// but they count as `<key>`. `is<Key>` therefore serves only keys that the model does not have.
struct KeyAccessors: Sendable {
    private let byKey: [String: KeyAccessor]
    private let byQuestion: [String: KeyAccessor]

    /// Puts the tables of a class together; the nearest table comes first, so that a subclass's accessor overrides.
    init(_ chain: [ClassProperties]) {
        let named = chain.reversed().reduce(into: [:]) { $0.merge($1.accessors) { $1 } }
        var byKey = named
        var byQuestion: [String: KeyAccessor] = [:]
        for (name, accessor) in named {
            for key in Self.keys(name, after: "get") { byKey[key] = accessor }
            for key in Self.keys(name, after: "is") { byQuestion[key] = accessor }
        }
        self.byKey = byKey
        self.byQuestion = byQuestion
    }

    var isEmpty: Bool { byKey.isEmpty }
    var names: some Sequence<String> { byKey.keys }

    /// The accessor for a key.
    func accessor(forKey key: String, isModeled: Bool) -> KeyAccessor? {
        byKey[key] ?? (isModeled ? nil : byQuestion[key])
    }

    /// "getTitle" serves "title" and "Title", because key-value coding capitalizes keys.
    private static func keys(_ name: String, after prefix: String) -> [String] {
        let rest = name.dropFirst(prefix.count)
        guard name.hasPrefix(prefix), let first = rest.first, first.isUppercase else { return [] }
        return [first.lowercased() + rest.dropFirst(), String(rest)]
    }
}
