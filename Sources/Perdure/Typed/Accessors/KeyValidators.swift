// SPDX-License-Identifier: Apache-2.0
// Finds the custom validators of a class and its superclasses by the name validate<Key>.

import Foundation

/// Custom validators by key.
struct KeyValidators: Sendable {
    /// The validators by the part of the method's name that follows "validate".
    private let byName: [String: KeyValidator]

    /// Puts the declarations of a class together; the nearest class wins, so that a subclass's validator overrides.
    init(_ type: NSManagedObject.Type, _ chain: [ClassProperties]) {
        byName = ClassTables.superclasses(of: type).reduce(into: [:]) { all, type in
            let tables = chain.filter { $0.type == type }.map(\.validators)
            let inExtension = (type as? any PropertyValidating.Type)?.validators ?? [:]
            for (key, validator) in (tables + [inExtension]).joined() where all[Self.name(key)] == nil {
                all[Self.name(key)] = validator
            }
        }
    }

    var isEmpty: Bool { byName.isEmpty }

    subscript(key: String) -> KeyValidator? { isEmpty ? nil : byName[Self.name(key)] }

    /// The key in the capitalization of key-value coding.
    private static func name(_ key: String) -> String { key.prefix(1).uppercased() + key.dropFirst() }
}
