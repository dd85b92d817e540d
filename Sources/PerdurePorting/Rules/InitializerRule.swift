// SPDX-License-Identifier: Apache-2.0
// Initializers that Perdure calls through a class found by name. `required override` compiles on both systems; Linux's
// compiler warns that `override` is implied.

import SwiftSyntax

final class InitializerRule: RuleVisitor {
    private static let labels: Set<[String]> = [
        ["entity", "insertInto"], ["managedObjectModel"],
        ["persistentStoreCoordinator", "configurationName", "at", "options"],
    ]

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        let labels = node.signature.parameterClause.parameters.map(\.firstName.text)
        guard Self.labels.contains(labels), !node.modifiers.contains(where: { $0.name.text == "required" }),
            let override = node.modifiers.first(where: { $0.name.text == "override" })
        else { return .visitChildren }
        let text = style == .both ? "required override" : "required"
        report(.initializer, at: node, text + " init", [source.edit(override.codeRange, text)])
        return .visitChildren
    }
}
