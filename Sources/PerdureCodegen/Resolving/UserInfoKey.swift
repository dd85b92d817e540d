// SPDX-License-Identifier: Apache-2.0
// What a model's user info entries say to the generator; those that make an attribute merge are in MergeDocument.swift.

import PerdureModelFormat

/// The user info keys that change generated code.
package enum UserInfoKey {
    /// On an attribute: the Swift type of its value, for example "Status".
    package static let type = "perdure.type"
    /// On a property: "YES" for a property that can only be read, "NO" for a derived one that can be set.
    package static let readOnly = "perdure.readOnly"
    /// On an entity: "YES" for a class that conforms to `Observable`.
    package static let observable = "perdure.observable"

    /// The value of an entry that is YES or NO; nil where there is no entry.
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
