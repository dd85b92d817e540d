// SPDX-License-Identifier: Apache-2.0
// A kind of attribute adds accessors to generated classes, and arguments to macro classes. AttributeAccessors.swift and
// MacroPropertyWriter.swift walk the list of kinds and know no kind by name.

import PerdureAccessorText
import PerdureModelFormat

/// A kind of attribute in sources.
protocol AttributeCode: Sendable {
    /// The accessor of an attribute in a generated class; nil for an attribute of another kind.
    ///
    /// - Throws: `ModelFormatError` for a text that is no type in Swift.
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode?

    /// Adds the kind's part to an attribute of a macro class, if the attribute is of the kind.
    ///
    /// - Throws: `ModelFormatError` that names entity and property.
    static func shape(_ text: inout MacroAttribute) throws
}

/// All kinds; the first kind with an accessor for an attribute counts.
enum AttributeCodes {
    static let all: [any AttributeCode.Type] = [
        MergedCode.self, DeclaredCode.self, ScalarCode.self, DerivedCode.self, ExternalCode.self,
        TransformedCode.self, CompositeCode.self,
    ]
}

// Some kinds add nothing to generated classes, others add nothing to macro classes.
extension AttributeCode {
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode? { nil }

    static func shape(_ text: inout MacroAttribute) throws {}
}
