// SPDX-License-Identifier: Apache-2.0
// @ManagedObject. The macro adds members to the class, and gives each stored property of the model the attribute that adds
// its accessors. The slot of a property depends on the class as a whole.

import SwiftSyntax
import SwiftSyntaxMacros

/// The expansion of @ManagedObject.
public enum ManagedObjectMacro {}

extension ManagedObjectMacro: MemberMacro {
    /// The compiler does not format expansions; the writers lay them out.
    public static var formatMode: FormatMode { .disabled }

    /// The members of a class.
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if let obstacle = ClassCheck.obstacle(declaration) {
            context.diagnose(obstacle)
            return []
        }
        guard let type = declaration.as(ClassDeclSyntax.self),
            let managed = AnnotatedClass(type, node, in: context.lexicalContext.first)
        else { return [] }
        for problem in managed.problems + ClassCheck.arguments(of: managed) { context.diagnose(problem) }
        return ClassMemberWriter(managed: managed, isOutermost: context.lexicalContext.isEmpty).members.map {
            DeclSyntax(stringLiteral: $0.joined(separator: "\n"))
        }
    }
}

extension ManagedObjectMacro: MemberAttributeMacro {
    /// The attribute of a property in a class.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let variable = member.as(VariableDeclSyntax.self),
            let type = declaration.as(ClassDeclSyntax.self),
            let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
                .plainText,
            let attribute = PropertyAttributes.of(type, node)[name]
        else { return [] }
        return ["\(raw: attribute)"]
    }
}
