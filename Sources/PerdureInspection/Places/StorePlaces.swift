// SPDX-License-Identifier: Apache-2.0
// From the text that names a store to its place.

import PerdureSQLite

/// How places are reached.
package struct PlaceOptions {
    /// The namespace of a store on a server; nil for the URL's.
    package var schema: String?
    /// The least encryption to a server; nil for the URL's.
    package var tls: String?
    /// How a private copy of a file is made, where it cannot be read in place.
    package var copying = PrivateCopying()

    package init() {}
}

/// Tells places apart.
package enum StorePlaces {
    /// Whether a text is the URL of a server.
    package static func isServer(_ text: String) -> Bool {
        let start = text.prefix(11).lowercased()
        return start.hasPrefix("postgresql:") || start.hasPrefix("postgres:")
    }

    /// The place that a path or a URL names.
    ///
    /// - Throws: `InspectionError` when the program cannot reach such a place; `StoreError`.
    package static func place(_ text: String, _ options: PlaceOptions = PlaceOptions()) throws
        -> any StorePlace
    {
        guard isServer(text) else { return try FilePlace(text, options.copying) }
        #if PostgreSQL
        return try ServerPlace(text, schema: options.schema, tls: options.tls)
        #else
        throw missingTrait
        #endif
    }

    /// The error where the program was built without the client of servers.
    package static var missingTrait: InspectionError {
        InspectionError(
            "this program was built without PostgreSQL: build it with 'swift build --traits PostgreSQL --product perdure'",
            .usage)
    }
}
