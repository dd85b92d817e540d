// SPDX-License-Identifier: Apache-2.0
// Checks that a property's type, options and initial value fit each other. The property's kind has its own rules;
// PropertyCheck+Attributes.swift has the rules of all stored attributes.

import SwiftDiagnostics
import SwiftSyntax

/// Checks one property.
struct PropertyCheck {
    let property: ManagedProperty
    let variable: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let accessors: PropertyAccessors
    let markers: PropertyMarkers
    var problems: [Diagnostic] = []

    init(
        _ property: ManagedProperty, variable: VariableDeclSyntax, binding: PatternBindingSyntax,
        accessors: PropertyAccessors, _ markers: PropertyMarkers
    ) {
        self.property = property
        self.variable = variable
        self.binding = binding
        self.accessors = accessors
        self.markers = markers
    }

    mutating func run() { property.kind.check(&self) }

    var name: String { property.name }

    /// The syntax node at which problems of the type are reported.
    var typeNode: Syntax {
        binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(binding.pattern)
    }

    var makeOptional: FixIt? { binding.typeAnnotation.map { Remedy.optional($0.type) } }

    mutating func report(_ problem: Problem, at node: some SyntaxProtocol, _ remedies: FixIt?...) {
        problems.append(
            Diagnostic(node: Syntax(node), message: problem, fixIts: remedies.compactMap { $0 }))
    }

    var hasErrors: Bool { problems.contains { $0.diagMessage.severity == .error } }

    mutating func checkExpression(_ kind: String, _ marker: String) {
        guard let expression = property.expression else { return }
        if let text = KeyText.literal(expression), text.allSatisfy(\.isWhitespace) {
            report(.emptyExpression(name, kind), at: expression)
        }
    }

    /// Reports a non-optional type without a value that the getter can return for nil.
    mutating func checkZero() {
        let type = property.type
        guard !type.isOptional, !property.isWrittenByHand, property.fallback == nil else { return }
        if property.plain?.zero != nil { return }
        report(.needsOptionalOrDefault(name, type.text), at: typeNode, makeOptional)
    }
}
