// SPDX-License-Identifier: Apache-2.0
// The way back from a key path that ends in an OrderedText.swift to the property: key paths do not say what they were appended to.
// There is one entry for each property that a program sorts by.

import PerdureBase

/// The properties behind the key paths of sort descriptors with comparators.
package enum OrderedKeyPaths {
    // Sendable because key paths of properties hold no values.
    private struct Known: @unchecked Sendable {
        var properties: [AnyKeyPath: AnyKeyPath] = [:]
    }

    private static let known = Lock(Known())

    /// A key path of strings in an order, remembered with its property.
    package static func remember<Root, Value, Text>(
        _ property: KeyPath<Root, Value>, _ text: KeyPath<Value, Text>
    ) -> any KeyPath<Root, Text> & Sendable {
        let ordered = property.appending(path: text)
        known.withLock { $0.properties[ordered] = property }
        // Sendable is a mark without a representation; both parts are key paths of properties and capture nothing.
        return unsafeBitCast(ordered, to: (any KeyPath<Root, Text> & Sendable).self)
    }

    /// The property of a remembered key path; any other key path is its own.
    package static func property(of keyPath: AnyKeyPath) -> AnyKeyPath {
        known.withLock { $0.properties[keyPath] } ?? keyPath
    }
}
