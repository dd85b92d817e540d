// SPDX-License-Identifier: Apache-2.0
// A variable of a class with @Model, as its syntax tells: stored and persisted, or left to the program.

import SwiftSyntax

/// A stored property that @Model persists.
struct PersistentProperty {
    let variable: VariableDeclSyntax
    let binding: PatternBindingSyntax
    /// The name as the source writes it.
    let identifier: String

    /// Reads a member; nil for anything that is not persisted.
    init?(_ member: some DeclSyntaxProtocol) {
        guard let variable = member.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
            let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            !variable.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) }),
            Self.attribute(of: variable, "Transient") == nil, Self.isStored(binding)
        else { return nil }
        self.variable = variable
        self.binding = binding
        self.identifier = identifier.text
    }

    /// The name in the schema.
    var name: String { identifier.filter { $0 != "`" } }

    /// The metadata that an attribute gives the property, as an expression; "nil" without one.
    var metadata: String {
        for kind in ["Attribute", "Relationship"] {
            guard let attribute = Self.attribute(of: variable, kind) else { continue }
            return "SwiftData.Schema.\(kind)(\(attribute.arguments?.trimmedDescription ?? ""))"
        }
        return "nil"
    }

    /// The value behind `=`, with the declared type, so that `.low` and `[]` have one; "nil" without a value.
    var defaultValue: String {
        guard let value = binding.initializer.map({ InitialValue.value($0.value) }) else { return "nil" }
        guard let type = binding.typeAnnotation?.type.trimmedDescription else { return value }
        return "(\(value)) as \(type)"
    }

    /// The observers that the source writes; the accessors of the macro replace them.
    var observers: AccessorBlockSyntax? { binding.accessorBlock }

    /// The type of a property that is written as `[X]`, `Array<X>` or `[X]?`; nil for any other.
    var arrayType: (type: String, isOptional: Bool)? {
        guard let written = binding.typeAnnotation?.type else { return nil }
        let wrapped = written.as(OptionalTypeSyntax.self)?.wrappedType
        let type = wrapped ?? written
        let isArray =
            type.is(ArrayTypeSyntax.self) || type.as(IdentifierTypeSyntax.self)?.name.text == "Array"
        return isArray ? (written.trimmedDescription, wrapped != nil) : nil
    }

    var isConstant: Bool { variable.bindingSpecifier.tokenKind == .keyword(.let) }

    private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
        guard let block = binding.accessorBlock else { return true }
        guard case .accessors(let list) = block.accessors else { return false }
        return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }

    /// An attribute by its name, with or without the module.
    static func attribute(of variable: VariableDeclSyntax, _ name: String) -> AttributeSyntax? {
        for case .attribute(let attribute) in variable.attributes {
            let text = attribute.attributeName.trimmedDescription
            if text == name || text == "SwiftData.\(name)" { return attribute }
        }
        return nil
    }
}
