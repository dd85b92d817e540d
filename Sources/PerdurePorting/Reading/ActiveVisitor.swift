// SPDX-License-Identifier: Apache-2.0
// The walk that all visitors share: it leaves out what Linux does not compile.

import SwiftSyntax

/// A visitor of the code that Linux compiles.
class ActiveVisitor: SyntaxVisitor {
    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        for clause in LinuxCondition.active(node.clauses) {
            if let elements = clause.elements { walk(elements) }
        }
        return .skipChildren
    }
}
