// SPDX-License-Identifier: Apache-2.0
// Predicates and expressions inside model sources, with errors that name their place, and the form of
// derivation expressions. Part of XMLModelReader.swift.

import PerdurePredicates

extension XMLModelReader {
    /// Where a predicate stands.
    struct Place {
        var entity: String
        var property: String?
        var line: Int
    }

    func predicate(_ text: String, _ place: Place) throws -> PredicateNode {
        try parsing(text, "predicate", place) { try PredicateParser.parse($0, arguments: []) }
    }

    func expression(_ text: String, _ place: Place) throws -> ExpressionNode {
        try parsing(text, "expression", place) { try PredicateParser.parseExpression($0, arguments: []) }
    }

    private func parsing<Node>(
        _ text: String, _ kind: String, _ place: Place, _ parse: (String) throws -> Node
    ) throws -> Node {
        do { return try parse(text) } catch {
            throw ModelFormatError(
                .malformed, "line \(place.line): the \(kind) '\(text)' cannot be parsed: \(error)",
                path: path,
                entity: place.entity, property: place.property)
        }
    }
}

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
