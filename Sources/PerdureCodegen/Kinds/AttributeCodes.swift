// SPDX-License-Identifier: Apache-2.0
// All kinds of attributes in sources. ClassCodeBuilder+Properties.swift and MacroPropertyWriter.swift ask the list and know no
// kind by name.

import PerdureModelFormat

/// All kinds; the first kind with an accessor for an attribute counts.
enum AttributeCodes {
    static let all: [any AttributeCode.Type] = [
        MergedCode.self, DeclaredCode.self, ScalarCode.self, DerivedCode.self, ExternalCode.self,
        TransformedCode.self, CompositeCode.self,
    ]

    /// The accessor of an attribute at a slot of a generated class.
    ///
    /// - Throws: `ModelFormatError` for a text that is no type in Swift.
    static func accessor(
        _ attribute: AttributeDocument, at slot: Int, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode {
        let slot = accessors.types.slot(slot)
        for kind in all {
            if let code = try kind.accessor(attribute, at: slot, entity: entity, accessors) { return code }
        }
        return ObjectCode.accessor(attribute, at: slot, accessors)
    }
}
