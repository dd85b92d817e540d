// SPDX-License-Identifier: Apache-2.0
// How an attribute merges, as the user info of a model says it. The library reads the same entries when a model is put to
// use, and refuses there what makes no sense.

import PerdureModelFormat

/// What the user info says about merging.
struct MergingDocument {
    enum Kind: String, CaseIterable {
        case counter, set, dictionary, value
    }

    enum Elements: String, CaseIterable {
        case string, integer, uuid, uri

        func swiftType(_ types: TypeNames) -> String {
            switch self {
            case .string: types.swift("String")
            case .integer: types.swift("Int")
            case .uuid: types.foundation("UUID")
            case .uri: types.foundation("URL")
            }
        }
    }

    let kind: Kind
    let elements: Elements

    /// Nil for an attribute that does not merge.
    ///
    /// - Throws: `ModelFormatError` for an entry that says nothing known.
    init?(_ attribute: AttributeDocument, entity: String) throws {
        let userInfo = attribute.traits.userInfo
        func value<Value: RawRepresentable<String> & CaseIterable>(_ key: String) throws -> Value? {
            guard let text = userInfo[key] else { return nil }
            if let value = Value(rawValue: text) { return value }
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw ModelFormatError(
                .inconsistent, "its user info '\(key)' is '\(text)'; write one of these: \(known)",
                entity: entity, property: attribute.traits.name)
        }
        guard let kind: Kind = try value(UserInfoKey.merge) else { return nil }
        self.kind = kind
        elements = try value(UserInfoKey.mergeElements) ?? .string
    }
}
