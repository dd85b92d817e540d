// SPDX-License-Identifier: Apache-2.0
// What a model's user info entries say to the generator.

import PerdureModelFormat

/// The user info keys that change generated code.
package enum UserInfoKey {
    /// On an attribute: the Swift type of its value, for example "Status".
    package static let type = "perdure.type"
    /// On a property: "YES" for a property that can only be read, "NO" for a derived one that can be set.
    package static let readOnly = "perdure.readOnly"
    /// On an attribute: how it merges, "counter", "set", "dictionary" or "value".
    package static let merge = "perdure.merge"
    /// On an attribute that merges as a set: "string", "integer", "uuid" or "uri".
    package static let mergeElements = "perdure.mergeElements"
    /// On an entity: "YES" for a class that conforms to `Observable`.
    package static let observable = "perdure.observable"

    /// The value of an entry that is YES or NO; nil where there is no entry.
    ///
    /// - Throws: `ModelFormatError` for any other text.
    static func flag(
        _ key: String, in userInfo: [String: String], entity: String, property: String? = nil
    ) throws -> Bool? {
        guard let text = userInfo[key] else { return nil }
        switch text.uppercased() {
        case "YES", "TRUE", "1": return true
        case "NO", "FALSE", "0": return false
        default:
            throw ModelFormatError(
                .inconsistent, "its user info '\(key)' is '\(text)'; write YES or NO", entity: entity,
                property: property)
        }
    }
}
