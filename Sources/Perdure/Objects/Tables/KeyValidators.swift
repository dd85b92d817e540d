// SPDX-License-Identifier: Apache-2.0
// Finds the custom validators of a class and its superclasses by the name validate<Key>.

import Foundation

/// Custom validators by key.
struct KeyValidators: Sendable {
    /// The validators by the part of the method's name that follows "validate".
    private let byName: [String: KeyValidator]

    /// Puts declarations together, the nearest class first; it wins, so that a subclass's validator overrides.
    init(_ declared: [[String: KeyValidator]]) {
        byName = declared.joined().reduce(into: [:]) { all, entry in
            let name = Self.name(entry.key)
            if all[name] == nil { all[name] = entry.value }
        }
    }

    var isEmpty: Bool { byName.isEmpty }

    subscript(key: String) -> KeyValidator? { isEmpty ? nil : byName[Self.name(key)] }

    /// The key in the capitalization of key-value coding.
    private static func name(_ key: String) -> String { key.prefix(1).uppercased() + key.dropFirst() }
}
