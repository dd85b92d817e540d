// SPDX-License-Identifier: Apache-2.0
// A property of the model, read from its declaration by PropertyReader.swift and written by Writing/.

import SwiftSyntax

/// What a property is, which decides what its accessors call.
enum PropertyKind: String {
    /// An attribute of a type that the type checker resolves, or of a plain one.
    case attribute
    /// An attribute with a value transformer, of any type.
    case transformed
    /// An attribute that is not stored, of any type.
    case transient
    /// A set whose changes merge.
    case mergeableSet
    /// A dictionary whose changes merge.
    case mergeableDictionary
    case derived
    case relationship
    case fetched
}

/// A property of the model.
struct ManagedProperty {
    /// The name in the model.
    var name: String
    /// The name in the source, with backticks where it needs them.
    var identifier: String
    var kind: PropertyKind
    var type: PropertyType
    var initial: InitialValue = .none
    /// The unlabelled arguments of its attributes that are options.
    var options: [ExprSyntax] = []
    /// The labelled ones.
    var arguments = MacroArguments()
    /// The derivation's expression, or the fetched property's predicate.
    var expression: ExprSyntax?
    /// `public `, `private ` and so on, or nothing.
    var access = ""
    /// Whether its accessors are in the class.
    var isWrittenByHand = false
    /// Whether @Transient marks it; relationships can be transient as well.
    var isTransient = false
    /// What @Mergeable says.
    var merging: PropertyMerging?

    /// Whether it has a slot in its objects.
    var hasSlot: Bool { kind != .fetched }

    /// What follows `primitive`, `addTo`.
    var capitalized: String { name.capitalizedName }

    /// Whether an attribute or a derived attribute.
    var isAttribute: Bool { kind != .relationship && kind != .fetched }

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
