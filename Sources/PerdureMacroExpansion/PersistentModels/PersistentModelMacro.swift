// SPDX-License-Identifier: Apache-2.0
// @Model: members, the attribute that gives each persisted property its accessors, and the conformances.

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The expansion of @Model.
public enum PersistentModelMacro {}

extension PersistentModelMacro: MemberMacro {
    /// The compiler does not format expansions; the writer lays them out.
    public static var formatMode: FormatMode { .disabled }

    /// The members of a class.
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if let obstacle = PersistentClassCheck.obstacle(declaration, node) {
            context.diagnose(obstacle)
            return []
        }
        guard let type = declaration.as(ClassDeclSyntax.self) else { return [] }
        let model = PersistentClass(
            type, conformingTo: protocols, in: context.lexicalContext.first)
        for problem in PersistentClassCheck(model: model, node: node).problems { context.diagnose(problem) }
        return PersistentMemberWriter(model: model).members.map { DeclSyntax(stringLiteral: $0) }
    }
}

extension PersistentModelMacro: MemberAttributeMacro {
    /// The attribute of a persisted property.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let type = declaration.as(ClassDeclSyntax.self), let property = PersistentProperty(member),
            !property.isConstant, let number = PersistentClass.number(of: property.name, in: type)
        else { return [] }
        return ["@SwiftData._PersistedProperty(\(raw: number))"]
    }
}

extension PersistentModelMacro: ExtensionMacro {
    /// The conformances that the class does not have yet.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(ClassDeclSyntax.self) else { return [] }
        let name = type.trimmedDescription
        let missing = Set(
            protocols.compactMap { $0.trimmedDescription.split(separator: ".").last.map(String.init) })
        var texts: [String] = []
        if missing.contains("Observable") {
            texts.append("extension \(name): nonisolated Observation.Observable {}")
        }
        if missing.contains("PersistentModel") {
            texts.append("extension \(name): nonisolated SwiftData.PersistentModel {}")
        }
        // A class may describe itself to people who debug.
        for own in ["CustomReflectable", "CustomDebugStringConvertible"] where missing.contains(own) {
            texts.append("extension \(name): nonisolated \(own) {}")
        }
        if missing.contains("Sendable") { texts.append(Self.notSendable(name)) }
        return try texts.map { try ExtensionDeclSyntax("\(raw: $0)") }
    }

    private static func notSendable(_ name: String) -> String {
        """
        @available(*, unavailable, message: "PersistentModels are not Sendable, consider utilizing a ModelActor or \
        use \(name)'s persistentModelID instead.")
        extension \(name): Sendable {}
        """
    }
}
