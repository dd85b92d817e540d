// SPDX-License-Identifier: Apache-2.0
// The condition of a partial index, where it has a form without parameters. Part of FetchIndexDefinitions.swift.

#if PostgreSQL
import PerdurePredicates
import PerdureSQL

/// Writes a condition of whole numbers, booleans and tests for nil.
struct IndexCondition {
    let column: ([String]) -> IndexedColumn?
    /// Conditions come from models, which are not trusted.
    private static let deepest = 20

    /// The text of a condition; nil where it has no form, and the index is left out.
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
            case .keyPath(base: .evaluatedObject, let keys) = comparison.left, let column = column(keys),
            case .constant(let constant) = comparison.right
        else { return nil }
        let name = ServerName.quoted(column.name)
        switch (constant, comparison.comparison) {
        case (.null, .equal): return "\(name) IS NULL"
        case (.null, .notEqual): return "\(name) IS NOT NULL"
        default: break
        }
        guard let symbol = Self.symbols[comparison.comparison],
            let literal = Self.literal(constant, column.columnType)
        else { return nil }
        return "\(name) \(symbol) \(literal)"
    }

    private static let symbols: [ComparisonNode.Comparison: String] = [
        .equal: "=", .notEqual: "<>", .lessThan: "<", .lessThanOrEqual: "<=", .greaterThan: ">",
        .greaterThanOrEqual: ">=",
    ]

    private static func literal(_ constant: ConstantValue, _ type: SQLColumnType) -> String? {
        switch (constant, type) {
        case (.boolean(let value), .boolean): value ? "true" : "false"
        case (.integer(let value), .boolean) where value == 0 || value == 1: value == 1 ? "true" : "false"
        case (.boolean(let value), .smallint), (.boolean(let value), .integer),
            (.boolean(let value), .bigint):
            value ? "1" : "0"
        case (.integer(let value), .smallint), (.integer(let value), .integer),
            (.integer(let value), .bigint):
            "\(value)::bigint"
        default: nil
        }
    }
}
#endif
