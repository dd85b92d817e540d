// SPDX-License-Identifier: Apache-2.0
// The WHERE clause of a partial index, as Core Data writes it: bare columns and literals, because a
// definition cannot have placeholders. Used by IndexMapping.swift.

import PerdurePredicates
import PerdureSQL
import PerdureStore

/// Writes the condition of a partial index.
struct PartialIndexCondition {
    let indexes: EntityIndexes

    /// The deepest nesting that is accepted.
    ///
    /// Conditions come from models, which are not trusted.
    private static let deepest = 20

    /// The text of a condition.
    ///
    /// Nil when an index cannot have the condition; the index is then left out, which changes no result.
    func text(_ predicate: PredicateNode) -> String? { text(predicate, depth: 0) }

    private func text(_ predicate: PredicateNode, depth: Int) -> String? {
        guard depth < Self.deepest else { return nil }
        switch predicate {
        case .comparison(let comparison): return text(comparison)
        case .and(let parts): return joined(parts, " AND ", depth)
        case .or(let parts): return joined(parts, " OR ", depth)
        case .not(let part): return text(part, depth: depth + 1).map { "NOT (\($0))" }
        case .truth, .opaque: return nil
        }
    }

    private func joined(_ parts: [PredicateNode], _ word: String, _ depth: Int) -> String? {
        let texts = parts.compactMap { text($0, depth: depth + 1) }
        guard !texts.isEmpty, texts.count == parts.count else { return nil }
        return texts.count == 1 ? texts[0] : "(\(texts.joined(separator: word)))"
    }

    private func text(_ comparison: ComparisonNode) -> String? {
        guard comparison.qualifier == .direct, comparison.options.isEmpty,
            case .keyPath(base: .evaluatedObject, let keys) = comparison.left,
            let column = indexes.column(path: keys).map(SQLIdentifier.quoted),
            case .constant(let constant) = comparison.right
        else { return nil }
        if constant == .null {
            switch comparison.comparison {
            case .equal: return "\(column) IS NULL"
            case .notEqual: return "\(column) IS NOT NULL"
            default: return nil
            }
        }
        guard let symbol = Self.symbols[comparison.comparison], let literal = Self.literal(constant) else {
            return nil
        }
        return "\(column) \(symbol) \(literal)"
    }

    private static let symbols: [ComparisonNode.Comparison: String] = [
        .equal: "=", .notEqual: "<>", .lessThan: "<", .lessThanOrEqual: "<=", .greaterThan: ">",
        .greaterThanOrEqual: ">=",
    ]

    private static func literal(_ constant: ConstantValue) -> String? {
        switch constant {
        case .boolean(let value): value ? "1" : "0"
        case .integer(let value): String(value)
        case .double(let value): value.isFinite ? String(value) : nil
        case .date(let value): String(value.timeIntervalSinceReferenceDate)
        case .string(let value): value.utf8.contains(0) ? nil : SQLIdentifier.literal(value)
        default: nil
        }
    }
}
