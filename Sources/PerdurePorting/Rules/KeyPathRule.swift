// SPDX-License-Identifier: Apache-2.0
// `#keyPath(Person.boss.name)` becomes "boss.name", which both systems compile.

import SwiftSyntax

final class KeyPathRule: RuleVisitor {
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.macroName.text == "keyPath", let argument = node.arguments.first?.expression else {
            return .visitChildren
        }
        let words = argument.trimmedDescription.split { ".?! \n\t\r".contains($0) }.map(String.init)
        // Types, and modules in front of them, begin with capital letters; keys do not.
        let keys = words.drop { $0.first?.isUppercase == true || $0 == "self" }
        let isPath = keys.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
        guard isPath, !keys.isEmpty else {
            report(.keyPath, at: node, "the key as text")
            return .skipChildren
        }
        let text = "\"\(keys.joined(separator: "."))\""
        report(.keyPath, at: node, text, [source.edit(node.codeRange, text)])
        return .skipChildren
    }
}
