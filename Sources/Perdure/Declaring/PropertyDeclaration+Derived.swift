// SPDX-License-Identifier: Apache-2.0
// Derived attributes in macro expansions. Part of PropertyDeclaration+Attributes.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

import class PerdurePredicates.NSExpression

extension PropertyDeclaration {
    /// Declares an attribute that the store computes.
    public static func derived<T: _PlainAttribute>(
        _ name: String, as type: T.Type, isOptional: Bool = false, expression: String,
        default value: T? = nil, originalName: String? = nil, hashModifier: String? = nil,
        options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        let description = NSDerivedAttributeDescription()
        // Model files mark derived attributes as read-only.
        description.facts.isReadOnly = true
        var declaration = make(
            description, name, T._attributeType, isOptional, value?._object,
            AttributeNames(originalName, hashModifier), nil, options)
        do {
            let node = try NSExpression(validating: expression).node
            description.derivationExpression = NSExpression(node: DerivationSpelling.compiled(node))
        } catch {
            declaration.fault = TypedErrors.unreadable(expression, of: name, error)
        }
        return declaration
    }
}
