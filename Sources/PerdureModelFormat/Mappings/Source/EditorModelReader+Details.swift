// SPDX-License-Identifier: Apache-2.0
// What the editor's archives say beside what version hashes are made of: defaults, limits, indexes, user info. Part of
// EditorModelReader.swift.

import Foundation
import PerdurePropertyList

extension EditorModelReader {
    /// The model's identifier; none where the editor has none.
    func versionIdentifiers(_ root: ArchivedInstance) throws -> Set<String> {
        guard let text = try archive.string(root.fields["_modelVersionIdentifier"]),
            !["", "$null"].contains(text)
        else {
            return []
        }
        return [text]
    }

    func readDetails(_ facts: EditorElement, into traits: inout PropertyTraits) throws {
        traits.isIndexed = try facts.flag("XD_PPSK_isIndexed") ?? false
        traits.isIndexedBySpotlight = try facts.flag("XD_PPSK_isSpotlightIndexed") ?? false
        traits.isStoredInExternalRecord = try facts.flag("XD_PPSK_isStoredInTruthFile") ?? false
        traits.userInfo = try facts.texts("XD_PPSK_userInfo")
    }

    /// Reads the default and the limits; a text that is no value of the type counts as none.
    func readValues(_ facts: EditorElement, into attribute: inout AttributeDocument) throws {
        let type = attribute.type
        if let text = try facts.text("XD_PAttK_defaultValueAsString") {
            attribute.defaultValue =
                type == AttributeType.date
                ? DefaultValueText.date(text).map { .date($0) } : DefaultValueText.constant(text, type: type)
        }
        let names =
            type == AttributeType.date
            ? ["minDateTimeInterval", "maxDateTimeInterval"] : ["minValueString", "maxValueString"]
        var fields: [String: String] = [:]
        fields[names[0]] = try facts.text("XD_PAttK_minValueString")
        fields[names[1]] = try facts.text("XD_PAttK_maxValueString")
        fields["regularExpressionString"] = try facts.text("XD_PAttK_regularExpressionString")
        var source = SourceFields(fields)
        attribute.traits.validations = ValidationLimits.extract(from: &source, type: type)
    }
}
