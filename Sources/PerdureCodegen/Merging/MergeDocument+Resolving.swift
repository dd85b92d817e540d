// SPDX-License-Identifier: Apache-2.0
// Reads how an attribute merges, as far as generated code needs it: the kind and the Swift type of elements. The library
// reads the other entries when a program uses the model, and refuses contradictions there.

import PerdureModelFormat
import PerdurePredicates

extension MergeDocument {
    /// Reads the user info of an attribute; nil for an attribute that does not merge.
    ///
    /// - Throws: `ModelFormatError` for an unknown kind or type of elements.
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
