// SPDX-License-Identifier: Apache-2.0
// A property of the model. PropertyReader.swift reads it from its declaration; Writing/ writes its code. The property's
// kind (Kinds/) has everything that differs between kinds.

import PerdureAccessorText
import SwiftSyntax

/// A property of the model.
struct ManagedProperty {
    /// The name in the model.
    var name: String
    /// The name in the source, with backticks where it needs them.
    var identifier: String
    var kind: any PropertyKind.Type
    var type: PropertyType
    var initial: InitialValue = .none
    /// The options: unlabelled arguments of the property's markers.
    var options: [ExprSyntax] = []
    /// The labelled arguments of the property's markers.
    var arguments = MacroArguments()
    /// The derivation's expression, or the fetched property's predicate.
    var expression: ExprSyntax?
    /// `public `, `private ` and so on, or nothing.
    var access = ""
    /// Whether the class has hand-written accessors of the property.
    var isWrittenByHand = false
    /// Whether @Transient marks the property; relationships can be transient too.
    var isTransient = false
    /// The arguments of @Mergeable; nil for a property that does not merge.
    var merging: PropertyMerging?

    /// The name as it follows `primitive` and `addTo`.
    var capitalized: String { name.capitalizedName }

    /// The property's plain type; nil where the kind does not use entry points of the type.
    var plain: PlainType? { kind.isPlain ? type.plain : nil }

    /// The argument of @Attribute(default:).
    var givenDefault: ExprSyntax? {
        guard let given = arguments.labelled["default"], !given.is(NilLiteralExprSyntax.self) else {
            return nil
        }
        return given
    }

    /// The value that a non-optional property reads when its slot holds nil.
    var fallback: ExprSyntax? { givenDefault ?? initial.expression }

    /// The default value in the model.
    var modelDefault: ExprSyntax? {
        if let givenDefault { return givenDefault }
        if case .constant(let expression) = initial { return expression }
        return nil
    }
}

/// A computed property outside the model, which key-value coding must find.
struct ComputedProperty {
    var name: String
    var identifier: String
    var hasSetter: Bool
}
