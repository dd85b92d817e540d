// SPDX-License-Identifier: Apache-2.0
// Writes trees as canonical text, which the parser reads back to an equal tree. Expressions are in
// ExpressionPrinter.swift.

import Foundation

/// Writes predicates and expressions as text.
package enum PredicatePrinter {
    /// The canonical text of a predicate.
    package static func format(_ predicate: PredicateNode) -> String {
        var text = ""
        write(predicate, to: &text)
        return text
    }

    /// The canonical text of an expression.
    package static func format(_ expression: ExpressionNode) -> String {
        var text = ""
        ExpressionPrinter.write(expression, tightest: .or, to: &text)
        return text
    }

    static func write(_ predicate: PredicateNode, to text: inout String) {
        switch predicate {
        case .truth(let value):
            text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison):
            write(comparison, to: &text)
        case .and(let parts):
            write(parts, separator: " AND ", ofNothing: .truth(true), to: &text)
        case .or(let parts):
            write(parts, separator: " OR ", ofNothing: .truth(false), to: &text)
        case .not(let part):
            text += "NOT "
            writeBracketed(part, to: &text)
        case .opaque(let box):
            text += "BLOCKPREDICATE(\(UInt(bitPattern: ObjectIdentifier(box.predicate).hashValue)))"
        }
    }

    private static func write(
        _ parts: [PredicateNode], separator: String, ofNothing: PredicateNode, to text: inout String
    ) {
        guard parts.count > 1 else { return write(parts.first ?? ofNothing, to: &text) }
        for (index, part) in parts.enumerated() {
            if index > 0 { text += separator }
            writeBracketed(part, to: &text)
        }
    }

    /// Compounds inside of compounds always have brackets.
    private static func writeBracketed(_ predicate: PredicateNode, to text: inout String) {
        switch predicate {
        case .and, .or, .not:
            text += "("
            write(predicate, to: &text)
            text += ")"
        default: write(predicate, to: &text)
        }
    }

    private static func write(_ node: ComparisonNode, to text: inout String) {
        switch node.qualifier {
        case .any: text += "ANY "
        case .all: text += "ALL "
        case .direct: break
        }
        ExpressionPrinter.write(node.left, tightest: .setOperation, to: &text)
        text += " \(symbol(node.comparison))\(letters(node.options)) "
        ExpressionPrinter.write(node.right, tightest: .setOperation, to: &text)
    }

    static func letters(_ options: ComparisonOptions) -> String {
        guard !options.isEmpty else { return "" }
        var letters = ""
        if options.contains(.caseInsensitive) { letters += "c" }
        if options.contains(.diacriticInsensitive) { letters += "d" }
        if options.contains(.normalized) { letters += "n" }
        if options.contains(.localeSensitive) { letters += "l" }
        return "[\(letters)]"
    }

    /// The canonical spelling of an operator.
    static func symbol(_ comparison: ComparisonNode.Comparison) -> String {
        switch comparison {
        case .lessThan: "<"
        case .lessThanOrEqual: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqual: ">="
        case .equal: "=="
        case .notEqual: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .isIn: "IN"
        case .customSelector: "CUSTOMSELECTOR"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        }
    }
}
