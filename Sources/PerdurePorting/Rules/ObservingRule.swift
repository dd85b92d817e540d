// SPDX-License-Identifier: Apache-2.0
// `observeValue` in classes that are no managed objects, and containers of CloudKit: a person has to decide about both.

import SwiftSyntax

final class ObservingRule: RuleVisitor {
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let label = node.signature.parameterClause.parameters.first?.firstName.text
        if node.name.text == "observeValue", label == "forKeyPath",
            node.modifiers.contains(where: { $0.name.text == "override" }),
            let type = node.enclosingType, !program.isObservable(type)
        {
            report(
                .observing, at: node, "KeyValueObserver behind the name of \(type), and no 'override' here")
        }
        return .visitChildren
    }

    override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind {
        if case .identifier("NSPersistentCloudKitContainer") = node.tokenKind {
            report(.cloudContainer, at: node, "NSPersistentContainer")
        }
        return .skipChildren
    }
}
