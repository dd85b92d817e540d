// SPDX-License-Identifier: Apache-2.0
// `#selector`: comparisons by their text, observers of notifications by blocks; targets and actions are for a person.

import SwiftSyntax

final class SelectorRule: RuleVisitor {
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.macroName.text == "selector", let argument = node.arguments.first?.expression else {
            return .visitChildren
        }
        let text = argument.trimmedDescription
        let name = String(text.prefix { $0 != "(" }.split(separator: ".").last ?? "")
        if name.lowercased().contains("compare") {
            let selector = "Selector(\"\(name)\(text.contains(":") ? ":" : "")\")"
            report(.selector, at: node, selector, [source.edit(node.codeRange, selector)])
        } else if let call = observing(node), let type = call.enclosingType, program.removesObservers(type) {
            report(
                .selector, at: node,
                "addObserver(forName:object:queue:using:), and remove its token where removeObserver(self) is called"
            )
        } else if let call = observing(node), let block = block(of: call, method: name) {
            report(.selector, at: node, block, change(call.codeRange, in: call, to: block))
        } else {
            report(.selector, at: node, "a closure in the place of target and selector")
        }
        return .skipChildren
    }

    /// The call `addObserver(self, selector:name:object:)` around a selector, where it is a statement of its own.
    private func observing(_ node: MacroExpansionExprSyntax) -> FunctionCallExprSyntax? {
        guard let list = node.parent?.parent?.as(LabeledExprListSyntax.self),
            let call = list.parent?.as(FunctionCallExprSyntax.self),
            call.parent?.is(CodeBlockItemSyntax.self) == true,
            list.map({ $0.label?.text ?? "" }) == ["", "selector", "name", "object"],
            list.first?.expression.trimmedDescription == "self",
            let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
        else { return nil }
        return callee.declName.baseName.text == "addObserver" ? call : nil
    }

    /// The same observer as a block, which does not keep the object.
    ///
    /// Only a method of a class of the program has a known argument.
    private func block(of call: FunctionCallExprSyntax, method: String) -> String? {
        guard let center = call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription,
            let type = call.enclosingType, program.classes[type] != nil,
            let labels = program.methods["\(type).\(method)"], labels.count < 2
        else { return nil }
        let values = call.arguments.dropFirst(2).map(\.expression.trimmedDescription)
        let argument = labels.first.map { $0 == "_" ? "$0" : "\($0): $0" } ?? ""
        let names = labels.isEmpty ? "[weak self] _ in" : "[weak self] in"
        return "_ = \(center).addObserver(forName: \(values[0]), object: \(values[1]), queue: nil) "
            + "{ \(names) self?.\(method)(\(argument)) }"
    }
}
