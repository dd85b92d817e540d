// SPDX-License-Identifier: Apache-2.0
// A dictionary attribute as predicates see it. The model declares neither its keys nor their types: a missing key is nil, and
// so is a key of a value that has no keys (MRG-122). KeyPathReader.swift hands the rest of a key path over to it.

import Foundation

/// The entries of a dictionary attribute.
package final class DictionaryEntries: KeyValueReadable {
    private let entries: [String: Any]

    /// Makes the entries.
    ///
    /// - Parameter entries: values of any type; nested dictionaries are `[String: Any]` or constants.
    package init(_ entries: [String: Any]) { self.entries = entries }

    package func readValue(forKey key: String) throws -> Any? { value(at: [key]) }

    /// The value at a path of keys; nil where there is none.
    package func value(at keys: ArraySlice<String>) -> Any? {
        guard let first = keys.first, let value = entries[first] else { return nil }
        return Self.value(of: value, at: keys.dropFirst())
    }

    private static func value(of value: Any, at keys: ArraySlice<String>) -> Any? {
        if let constant = value as? ConstantValue { return constant.entry(at: keys) }
        guard let first = keys.first else { return value }
        guard let next = (value as? [String: Any])?[first] else { return nil }
        return Self.value(of: next, at: keys.dropFirst())
    }
}

extension ConstantValue {
    /// The value at a path of keys through nested dictionaries; nil where there is none.
    package func entry(at keys: ArraySlice<String>) -> ConstantValue? {
        var value = self
        for key in keys {
            guard case .dictionary(let entries) = value, let next = entries[key] else { return nil }
            value = next
        }
        return value == .null ? nil : value
    }
}
