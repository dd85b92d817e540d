// SPDX-License-Identifier: Apache-2.0
// @_ManagedProperty(.attribute, 4, after: Animal.self): the accessors of one property. @ManagedObject attaches it.

import SwiftSyntax
import SwiftSyntaxMacros

/// The expansion of @_ManagedProperty.
public enum ManagedPropertyMacro: AccessorMacro {
    /// The compiler does not format expansions; the writers lay them out.
    public static var formatMode: FormatMode { .disabled }

    /// The attribute that gives a property its accessors.
    static func attribute(for property: ManagedProperty, of managed: AnnotatedClass) -> String {
        guard property.kind.hasSlot else { return "@_ManagedProperty(.\(property.kind.name))" }
        let index = managed.slotNumbers[property.name] ?? 0
        let after = managed.isRoot ? "" : ", after: \(managed.superclass).self"
        let value = property.givenDefault.map { ", default: \($0.trimmedDescription)" } ?? ""
        return "@_ManagedProperty(.\(property.kind.name), \(index)\(after)\(value))"
    }

    /// A property's getter and setter.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        let arguments = MacroArguments(node)
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = property(
                variable, arguments)
        else { return [] }
        let writer = AccessorWriter(property: property, slot: slot(arguments))
        return ([writer.getter] + [writer.setter].compactMap { $0 }).map {
            AccessorDeclSyntax(stringLiteral: $0)
        }
    }

    /// The property, read from its type and initial value; the attribute's arguments hold everything else.
    private static func property(_ variable: VariableDeclSyntax, _ arguments: MacroArguments)
        -> ManagedProperty?
    {
        let kind = arguments.unlabelled.first.flatMap(MacroArguments.optionName).flatMap(PropertyKinds.named)
        guard let kind, let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else { return nil }
        let value = binding.initializer?.value
        guard
            let type = binding.typeAnnotation.map({ PropertyType($0.type) })
                ?? value.flatMap(InitialValue.type)
        else { return nil }
        return ManagedProperty(
            name: name.plainText, identifier: name.text, kind: kind, type: type,
            initial: InitialValue(value, of: type), arguments: arguments)
    }

    private static func slot(_ arguments: MacroArguments) -> String {
        let index = arguments.unlabelled.dropFirst().first?.trimmedDescription ?? "0"
        guard let superclass = arguments.text("after") else { return index }
        return "\(superclass.dropLast(".self".count))._Slots.end + \(index)"
    }
}
