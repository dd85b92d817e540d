// SPDX-License-Identifier: Apache-2.0
// How an attribute merges, as generated code needs it: the kind and the Swift type of elements. The library reads the
// other entries when a model is put to use, and refuses there what makes no sense.

import PerdureModelFormat
import PerdurePredicates

extension MergeDocument {
    /// What the user info of an attribute says; nil for an attribute that does not merge.
    ///
    /// - Throws: `ModelFormatError` for a kind or a type of elements that is not known.
    init?(_ attribute: AttributeDocument, entity: String) throws {
        let entries = MergeEntries(attribute.traits)
        do {
            guard let kind = try entries.kind() else { return nil }
            _ = try entries.elements()
            self = entries.knownDocument(kind)
        } catch let error as MergeEntryError {
            throw ModelFormatError(
                .inconsistent,
                "its user info '\(error.key)' is '\(error.given)'; write one of these: "
                    + error.known.joined(separator: ", "),
                entity: entity, property: attribute.traits.name)
        }
    }
}

extension MergeElementType {
    func swiftType(_ types: TypeNames) -> String {
        switch self {
        case .string: types.swift("String")
        case .integer: types.swift("Int")
        case .uuid: types.foundation("UUID")
        case .uri: types.foundation("URL")
        }
    }
}
