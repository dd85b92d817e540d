// SPDX-License-Identifier: Apache-2.0
// A property of the model, read from its declaration by PropertyReader.swift and written by Writing/. What it is besides
// what all properties are, its kind says (Kinds/).

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
    /// The unlabelled arguments of its attributes that are options.
    var options: [ExprSyntax] = []
    /// The labelled ones.
    var arguments = MacroArguments()
    /// The expression that is computed, or the fetched property's predicate.
    var expression: ExprSyntax?
    /// `public `, `private ` and so on, or nothing.
    var access = ""
    /// Whether its accessors are in the class.
    var isWrittenByHand = false
    /// Whether @Transient marks it; relationships can be transient as well.
    var isTransient = false
    /// What @Mergeable says.
    var merging: PropertyMerging?

    /// What follows `primitive`, `addTo`.
    var capitalized: String { name.capitalizedName }

    /// The type with entry points of its own; nil where its kind does without them.
    var plain: PlainType? { kind.isPlain ? type.plain : nil }

    /// The argument of @Attribute(default:).
    var givenDefault: ExprSyntax? {
        guard let given = arguments.labelled["default"], !given.is(NilLiteralExprSyntax.self) else {
            return nil
        }
        return given
    }

    /// What a non-optional property reads as when its slot holds nil.
    var fallback: ExprSyntax? { givenDefault ?? initial.expression }

    /// The default value in the model.
    var modelDefault: ExprSyntax? {
        if let givenDefault { return givenDefault }
        if case .constant(let expression) = initial { return expression }
        return nil
    }
}

/// A computed property outside the model, which key-value coding shall find.
struct ComputedProperty {
    var name: String
    var identifier: String
    var hasSetter: Bool
}
