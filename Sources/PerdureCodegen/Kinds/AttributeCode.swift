// SPDX-License-Identifier: Apache-2.0
// What a kind of attribute adds to sources: accessors in generated classes, and words in macro classes. AttributeAccessors.swift
// and MacroPropertyWriter.swift walk the list and know no kind by name.

import PerdureAccessorText
import PerdureModelFormat

/// A kind of attribute in sources.
protocol AttributeCode: Sendable {
    /// The accessor of an attribute in a generated class; nil for one of another kind.
    ///
    /// - Throws: `ModelFormatError` for a type that Swift cannot say.
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode?

    /// Adds what the kind says about an attribute of a macro class, if the attribute is of the kind.
    ///
    /// - Throws: `ModelFormatError` that names entity and property.
    static func shape(_ text: inout MacroAttribute) throws
}

/// All kinds; where several have a type for an attribute, the first counts.
enum AttributeCodes {
    static let all: [any AttributeCode.Type] = [
        MergedCode.self, DeclaredCode.self, ScalarCode.self, DerivedCode.self, ExternalCode.self,
        TransformedCode.self, CompositeCode.self,
    ]
}

// Some kinds have nothing of their own on one side.
extension AttributeCode {
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode? { nil }

    static func shape(_ text: inout MacroAttribute) throws {}
}
