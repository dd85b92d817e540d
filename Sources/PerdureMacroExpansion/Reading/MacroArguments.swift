// SPDX-License-Identifier: Apache-2.0
// The arguments of an attribute such as @Attribute(.unique, originalName: "x"), by position and by label.

import SwiftSyntax

/// The arguments as the source writes them; an expansion copies their text.
struct MacroArguments {
    /// Arguments without a label.
    var unlabelled: [ExprSyntax] = []
    /// Arguments with a label; the value `nil` counts as a missing argument, except for `inverse`.
    var labelled: [String: ExprSyntax] = [:]

    init() {}

    init(_ attribute: AttributeSyntax?) {
        guard case .argumentList(let list) = attribute?.arguments else { return }
        for argument in list {
            if let label = argument.label?.text {
                labelled[label] = argument.expression
            } else {
                unlabelled.append(argument.expression)
            }
        }
    }

    /// The text of a labelled argument; nil when it is left out or `nil`.
    func text(_ label: String) -> String? {
        guard let expression = labelled[label], !expression.is(NilLiteralExprSyntax.self) else { return nil }
        return expression.trimmedDescription
    }

    /// The unlabelled argument with this name: `.unique`, `.pattern("…")`, `AttributeOption.unique`.
    func option(_ name: String) -> ExprSyntax? { unlabelled.first { Self.optionName($0) == name } }

    /// The number of a labelled argument; nil when the argument is no number.
    func integer(_ label: String) -> Int? { labelled[label].flatMap { Int($0.trimmedDescription) } }

    static func optionName(_ expression: ExprSyntax) -> String? {
        let callee = expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
        return callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
}
