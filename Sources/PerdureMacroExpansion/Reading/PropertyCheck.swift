// SPDX-License-Identifier: Apache-2.0
// Whether a property's type, options and initial value fit each other. PropertyCheck+Attributes.swift and
// PropertyCheck+Relationships.swift have the rules of the kinds.

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

    mutating func run() {
        switch property.kind {
        case .attribute, .transformed, .transient:
            checkMerging()
            checkAttribute()
        case .mergeableSet, .mergeableDictionary:
            checkMerging()
            checkCollection()
        case .derived: checkDerived()
        case .relationship: checkRelationship()
        case .fetched: checkFetched()
        }
    }

    var name: String { property.name }

    /// Where problems of the type point at.
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

    mutating func checkFetched() {
        checkExpression("fetched property", "FetchedProperty")
        if property.initial.expression != nil, let initializer = binding.initializer {
            report(.fetchedDefault(name), at: initializer.value, Remedy.removeInitialValue(of: binding))
        }
        guard case .array = property.type.shape, !property.type.isOptional else {
            return report(.fetchedType(name, typeNode.trimmedDescription), at: typeNode)
        }
    }

    mutating func checkDerived() {
        checkExpression("derived attribute", "Derived")
        if let initializer = binding.initializer {
            report(.derivedDefault(name), at: initializer.value, Remedy.removeInitialValue(of: binding))
        }
        if let setter = accessors.setter {
            report(.derivedSetter(name), at: setter.accessorSpecifier, removing(setter))
        }
        for option in ["unique", "externalStorage"] {
            if let argument = property.options.first(where: { MacroArguments.optionName($0) == option }) {
                report(.optionConflict(name, "derived", option), at: argument)
            }
        }
        if !hasErrors { checkZero() }
    }

    private func removing(_ setter: AccessorDeclSyntax) -> FixIt? {
        guard case .accessors(let list) = binding.accessorBlock?.accessors else { return nil }
        return Remedy.replace(list, with: list.filter { $0.id != setter.id }, "remove the setter")
    }

    /// A non-optional type needs something to read as when the attribute holds nil.
    mutating func checkZero() {
        let type = property.type
        guard !type.isOptional, !property.isWrittenByHand, property.fallback == nil else { return }
        if let plain = type.plain, plain.zero != nil, property.kind != .transformed { return }
        report(.needsOptionalOrDefault(name, type.text), at: typeNode, makeOptional)
    }
}
