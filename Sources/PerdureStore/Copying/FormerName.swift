// SPDX-License-Identifier: Apache-2.0
// The URI that an object had in a store of which its own store is a copy.

import Foundation

/// A former URI, and the object that it names now.
package struct FormerName: Sendable, Hashable {
    package let uri: String
    /// The name of the object's entity.
    package let entity: String
    /// The object's number.
    package let number: Int64

    package init(uri: String, entity: String, number: Int64) {
        self.uri = uri
        self.entity = entity
        self.number = number
    }

    /// The one spelling of a URI in lists of former names.
    package static func uri(store: String, entity: String, number: Int64) -> String {
        prefix(store: store, entity: entity) + String(number)
    }

    /// What stands before the number.
    package static func prefix(store: String, entity: String) -> String {
        let name = entity.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entity
        return "x-coredata://\(store.uppercased())/\(name)/p"
    }
}
