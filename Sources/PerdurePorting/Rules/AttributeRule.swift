// SPDX-License-Identifier: Apache-2.0
// `@objc`, `@objc(Name)`, `@objcMembers`: they stay for Apple's systems, where selectors and models find things by them.

import SwiftSyntax

final class AttributeRule: RuleVisitor {
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let name = node.attributeName.trimmedDescription
        guard name == "objc" || name == "objcMembers" else { return .visitChildren }
        guard let list = node.parent?.as(AttributeListSyntax.self) else { return .visitChildren }
        if isOptional(list) {
            report(.optionalRequirement, at: node, "a default implementation in an extension of the protocol")
        } else if style == .linuxOnly || (name == "objc" && node.arguments == nil && isManaged(list)) {
            // @NSManaged means @objc on Apple's systems, so that nothing is lost there.
            report(.objc, at: node, "no attribute", [guards.removal(node.codeRange)])
        } else {
            let edit = guards.attribute(node.codeRange)
            report(.objc, at: node, "the attribute behind #if \(Guards.runtime)", [edit])
        }
        reportName(node, list)
        return .skipChildren
    }

    private func isManaged(_ list: AttributeListSyntax) -> Bool {
        list.contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "NSManaged" }
    }

    private func isOptional(_ list: AttributeListSyntax) -> Bool {
        let modifiers =
            list.parent?.as(FunctionDeclSyntax.self)?.modifiers
            ?? list.parent?.as(VariableDeclSyntax.self)?.modifiers
        return modifiers?.contains { $0.name.text == "optional" } ?? false
    }

    /// A class that its model knows by the attribute's name only.
    private func reportName(_ node: AttributeSyntax, _ list: AttributeListSyntax) {
        guard let declared = list.parent?.as(ClassDeclSyntax.self), let arguments = node.arguments else {
            return
        }
        let (known, name) = (arguments.trimmedDescription, declared.name.text)
        guard known != name, program.modelClasses.contains(known) else { return }
        let call = "\(name).registerClass(named: \"\(known)\")"
        report(.className, at: declared.name, "\(call) before the first stack is made")
    }
}
