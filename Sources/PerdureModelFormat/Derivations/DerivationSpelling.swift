// SPDX-License-Identifier: Apache-2.0
// Converts derivation expressions between model sources and compiled models. Used by DerivationKind.swift and by generated
// code.

import PerdurePredicates

/// The two forms of a derivation: `pages.@count` in a source is `count:(pages)` in a compiled model.
///
/// Documents hold the compiled form, so that both files of one model give equal documents.
package enum DerivationSpelling {
    package static func compiled(_ expression: ExpressionNode) -> ExpressionNode {
        guard case .keyPath(let base, let keys) = expression, keys.count > 1, keys.last == "@count" else {
            return expression
        }
        return .function(FunctionCall("count:", [.keyPath(base: base, keys: Array(keys.dropLast()))]))
    }

    package static func source(_ expression: ExpressionNode) -> ExpressionNode {
        guard case .function(let call) = expression, call.name == "count:", call.operand == nil,
            call.arguments.count == 1, case .keyPath(let base, let keys) = call.arguments[0]
        else { return expression }
        return .keyPath(base: base, keys: keys + ["@count"])
    }
}
