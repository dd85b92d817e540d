// SPDX-License-Identifier: Apache-2.0
// The classes that take themselves out of a notification center while they live: `removeObserver(self)`. It takes out targets
// of selectors, but no blocks. What `deinit` removes needs no token, because the block does not keep the object.

import SwiftSyntax

/// Gathers the types whose methods remove themselves as observers of notifications.
final class ObserverRemovals: ActiveVisitor {
    private(set) var types: Set<String> = []

    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if Self.isRemoval(node), let type = node.enclosingType { types.insert(type) }
        return .visitChildren
    }

    /// Whether a call is `removeObserver(self)` or `removeObserver(self, name:object:)`.
    private static func isRemoval(_ call: FunctionCallExprSyntax) -> Bool {
        let labels = call.arguments.map { $0.label?.text ?? "" }
        return call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            == "removeObserver" && (labels == [""] || labels == ["", "name", "object"])
            && call.arguments.first?.expression.trimmedDescription == "self"
    }
}
