// SPDX-License-Identifier: Apache-2.0
// Predicates as SQL conditions. Comparisons are in PredicateTranslator+Comparisons.swift, sub-selects
// over to-many relationships in MemberQuery.swift, expressions in ExpressionTranslator.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// Translates the predicates and expressions of one statement.
final class PredicateTranslator {
    let mapping: StoreMapping
    let dialect: SQLDialect
    let nullSemantics: NullSemantics
    let aliases = AliasSequence()
    /// Records the types of bound constants.
    private let bound: Bound?
    private var nesting = 10
    /// How often the current expression stands in the statement.
    private var copies = 1

    /// The types as which constants were bound, in the order of the translation.
    final class Bound {
        fileprivate(set) var types: [ValueType] = []
    }

    init(mapping: StoreMapping, dialect: SQLDialect, nullSemantics: NullSemantics, bound: Bound? = nil) {
        self.bound = bound
        self.mapping = mapping
        self.dialect = dialect
        self.nullSemantics = nullSemantics
    }

    /// The stored form of a constant; nil when no stored value can equal it.
    func bind(_ constant: ConstantValue, for type: ValueType) throws -> SQLBinding? {
        bound?.types.append(type)
        return try ConstantBinding(mapping: mapping).value(constant, for: type)
    }

    /// Runs a step that nests the statement deeper.
    ///
    /// - Throws: `StoreError.unsupported` when the statement would be deeper than the database can parse.
    func nested<Result>(_ cost: Int, _ body: () throws -> Result) throws -> Result {
        nesting += cost
        defer { nesting -= cost }
        guard nesting <= dialect.deepestNesting else {
            throw StoreError.unsupported(
                "the predicate is nested too deeply for the database (its depth is \(nesting), and "
                    + "\(dialect.deepestNesting) is the limit); join conditions by one flat AND or OR, or fetch more "
                    + "and filter the results by evaluate(with:)")
        }
        return try body()
    }

    /// Translates what stands in the statement twice.
    ///
    /// - Throws: `StoreError.unsupported` when copies inside of copies would make the statement grow without end.
    func doubled<Result>(_ body: () throws -> Result) throws -> Result {
        copies *= 2
        defer { copies /= 2 }
        guard copies <= Self.mostCopies else {
            throw StoreError.unsupported(
                "^ is nested too deeply for the database, which has no such operator (\(Self.mostCopies) copies of one "
                    + "expression are the limit); fetch more and filter the results by evaluate(with:)")
        }
        return try body()
    }

    private static let mostCopies = 4_096

    func condition(_ predicate: PredicateNode, _ environment: Environment) throws -> SQLExpression {
        switch predicate {
        case .truth(let value):
            return .truth(value)
        case .comparison(let comparison):
            return try self.comparison(comparison, environment)
        case .and:
            return try chain(Self.flattened(predicate), environment, SQLExpression.and)
        case .or:
            return try chain(Self.merged(Self.flattened(predicate)), environment, SQLExpression.or)
        case .not(let part):
            return .not(try nested(3) { try condition(part, environment) })
        case .opaque(let box) where box.predicate is NSCompoundPredicate:
            throw StoreError.unsupported(
                "the predicate is nested too deeply; join conditions by one flat AND or OR instead")
        case .opaque:
            throw StoreError.unsupported(
                "Problem with subpredicate \(PredicatePrinter.format(predicate)): "
                    + "only its own class can evaluate it, so it cannot be part of a fetch from a store")
        }
    }

    private func chain(
        _ parts: [PredicateNode], _ environment: Environment, _ make: ([SQLExpression]) -> SQLExpression
    ) throws -> SQLExpression {
        if parts.count == 1 { return try condition(parts[0], environment) }
        return try nested(3) { make(try parts.map { try condition($0, environment) }) }
    }

    /// The terms of nested ANDs or ORs as one flat list.
    ///
    /// This is a loop because the parser nests long chains deeply.
    static func flattened(_ predicate: PredicateNode) -> [PredicateNode] {
        let isOr = if case .or = predicate { true } else { false }
        var result: [PredicateNode] = []
        var stack = [predicate]
        while let next = stack.popLast() {
            switch (next, isOr) {
            case (.and(let parts), false), (.or(let parts), true): stack.append(contentsOf: parts.reversed())
            default: result.append(next)
            }
        }
        return result
    }

    /// Turns `k == a OR k == b` into `k IN {a, b}`, for which the database can use an index.
    static func merged(_ parts: [PredicateNode]) -> [PredicateNode] {
        var result: [PredicateNode] = []
        var places: [ExpressionNode: (place: Int, values: [ConstantValue])] = [:]
        for part in parts {
            guard let (key, value) = equality(part) else {
                result.append(part)
                continue
            }
            if places[key] == nil {
                places[key] = (result.count, [])
                result.append(part)
            }
            places[key]?.values.append(value)
        }
        for (key, found) in places where found.values.count > 1 {
            result[found.place] = .comparison(ComparisonNode(key, .isIn, .constant(.array(found.values))))
        }
        return result
    }

    private static func equality(_ predicate: PredicateNode) -> (key: ExpressionNode, value: ConstantValue)? {
        guard case .comparison(let node) = predicate, node.comparison == .equal, node.qualifier == .direct,
            node.options.isEmpty, case .constant(let value) = node.right
        else { return nil }
        switch value {
        case .null, .array, .set, .dictionary, .object: return nil
        default: break
        }
        switch node.left {
        case .evaluatedObject, .keyPath(base: .evaluatedObject, keys: _), .keyPath(base: .variable, keys: _):
            return (node.left, value)
        default: return nil
        }
    }
}
