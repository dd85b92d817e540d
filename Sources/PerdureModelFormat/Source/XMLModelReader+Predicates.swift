// SPDX-License-Identifier: Apache-2.0
// Predicates and expressions inside model sources, with errors that name their place. Part of XMLModelReader.swift.

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
