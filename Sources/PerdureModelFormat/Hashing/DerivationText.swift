// SPDX-License-Identifier: Apache-2.0
// The text of a derivation as a compiled model keeps it, which is what goes into a version hash. Part of VersionHash.swift.

import PerdurePredicates

/// The text of a derivation.
enum DerivationText {
    /// A key path as it is (`chat.server`), a function with its selector (`canonical:(name)`, `now()`), and an operator
    /// as the function that it becomes: `pages.@count` is `count:(pages)`.
    static func text(of expression: ExpressionNode) -> String {
        switch expression {
        case .keyPath(.evaluatedObject, let keys): text(of: keys)
        case .function(let call) where call.operand == nil:
            "\(call.name)(\(call.arguments.map(text).joined(separator: ", ")))"
        default: PredicatePrinter.format(expression)
        }
    }

    private static func text(of keys: [String]) -> String {
        guard let name = keys.first(where: { $0.hasPrefix("@") }) else { return keys.joined(separator: ".") }
        let path = keys.filter { $0 != name }.joined(separator: ".")
        return "\(functions[name] ?? "\(name.dropFirst()):")(\(path))"
    }

    /// Operators whose function has another name.
    private static let functions = ["@avg": "average:"]
}
