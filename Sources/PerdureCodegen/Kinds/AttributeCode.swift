// SPDX-License-Identifier: Apache-2.0
// A kind of attribute adds accessors to generated classes, and arguments to macro classes. AttributeCodes.swift
// lists the kinds.

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

// Some kinds add nothing to generated classes, others add nothing to macro classes.
extension AttributeCode {
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode? { nil }

    static func shape(_ text: inout MacroAttribute) throws {}
}
