// SPDX-License-Identifier: Apache-2.0
// The user info entries of a model that direct the generator; MergeDocument.swift has the entries about merging.

import PerdureModelFormat

/// The user info keys that change generated code.
package enum UserInfoKey {
    /// On an attribute: the Swift type of its value, for example "Status".
    package static let type = "perdure.type"
    /// On a property: "YES" for a read-only property, "NO" for a derived property that the program can set.
    package static let readOnly = "perdure.readOnly"
    /// On an entity: "YES" for a class that conforms to `Observable`.
    static let observable = "perdure.observable"

    /// The value of an entry that is YES or NO; nil without the entry.
    ///
    /// - Throws: `ModelFormatError` for any other text.
    static func flag(
        _ key: String, in userInfo: [String: String], entity: String, property: String? = nil
    ) throws -> Bool? {
        guard let text = userInfo[key] else { return nil }
        if let flag = UserInfoFlag.read(text) { return flag }
        throw ModelFormatError(
            .inconsistent, "its user info '\(key)' is '\(text)'; write YES or NO", entity: entity,
            property: property)
    }
}
