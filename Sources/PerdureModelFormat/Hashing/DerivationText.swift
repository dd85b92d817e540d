// SPDX-License-Identifier: Apache-2.0
// The text of a derivation in a compiled model; the version hash covers this text. Part of VersionHash.swift.

import PerdurePredicates

/// The text of a derivation.
enum DerivationText {
    /// The text: a key path as it is (`chat.server`), a function with its selector (`canonical:(name)`, `now()`), and an
    /// operator as its function: `pages.@count` is `count:(pages)`.
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

    /// The operators whose function has a different name.
    private static let functions = ["@avg": "average:"]
}
