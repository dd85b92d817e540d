// SPDX-License-Identifier: Apache-2.0
// The Swift types of attributes in macro classes.

import PerdureModelFormat

/// Chooses types.
enum MacroTypes {
    /// The type of a plain attribute; nil for an attribute whose type the program chooses.
    static func plain(_ type: Int, _ names: MacroNames) -> String? {
        AttributeType.facts(of: type)?.plainType.map { names.spelled($0.typeName) }
    }

    /// The starting value of a nested value's member, where the model has no default value.
    static func zero(_ type: Int, _ names: MacroNames) -> String? {
        AttributeType.facts(of: type)?.plainType?.start(names.spelled)
    }

    /// The case of NSAttributeType for the values of an expression.
    static func attributeType(_ type: Int) -> String {
        guard let facts = AttributeType.facts(of: type), facts.swiftType != nil else {
            return ".undefinedAttributeType"
        }
        return ".\(facts.constantName)AttributeType"
    }
}
