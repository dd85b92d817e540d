// SPDX-License-Identifier: Apache-2.0
// Comparisons as SQL. Equality and lists are in PredicateTranslator+Equality.swift, texts in
// PredicateTranslator+Text.swift.

import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    func comparison(_ node: ComparisonNode, _ environment: Environment) throws -> SQLExpression {
        if node.comparison == .customSelector {
            throw StoreError.unsupported(
                "unimplemented SQL generation for predicate : (\(PredicatePrinter.format(.comparison(node))))"
            )
        }
        if let test = try emptiness(node, environment) { return test }
        let left = try nested(2) { try operand(node.left, environment) }
        let right = try nested(2) { try operand(node.right, environment) }
        guard node.qualifier != .direct, case .members(let members) = left else {
            if node.qualifier != .direct, case .typed = left { throw StoreError.noCollection(node.left) }
            return try compare(left, node, right, environment)
        }
        switch node.qualifier {
        case .all:
            // A member with an unknown result does not satisfy the condition.
            return .not(
                try exists(members) {
                    .not(isKnownTrue(try self.compare($0.ofMember, node, right, environment)))
                })
        default:
            return try exists(members) { try self.compare($0.ofMember, node, right, environment) }
        }
    }

    func compare(
        _ left: Operand, _ node: ComparisonNode, _ right: Operand, _ environment: Environment
    ) throws -> SQLExpression {
        if let test = try mergedComparison(left, node, right, environment) ?? entityNames(left, node, right) {
            return test
        }
        switch node.comparison {
        case .equal, .notEqual:
            return try equality(left, right, isEqual: node.comparison == .equal, node.options)
        case .lessThan: return try ordering(left, .less, right, node.options)
        case .lessThanOrEqual: return try ordering(left, .lessOrEqual, right, node.options)
        case .greaterThan: return try ordering(left, .greater, right, node.options)
        case .greaterThanOrEqual: return try ordering(left, .greaterOrEqual, right, node.options)
        case .between: return try between(left, right, node.options, environment)
        case .isIn: return try membership(of: left, in: right, node.options, environment)
        case .contains: return try contains(left, right, node.options, environment)
        case .beginsWith: return try prefix(left, right, node.options)
        case .endsWith: return try text(.endsWith, left, right, node.options)
        case .like: return try text(.like, left, right, node.options)
        case .matches:
            try node.requirePattern()
            return try text(.matches, left, right, node.options)
        case .customSelector: throw StoreError.unsupported("Unsupported comparison by a custom selector")
        }
    }

    /// In two-valued logic, turns an unknown result into false at once, not only at the end of the whole condition.
    func decided(_ expression: SQLExpression) -> SQLExpression {
        nullSemantics == .foundation ? .isTrue(expression) : expression
    }

    /// Turns unknown into false if two-valued logic has not done so already.
    private func isKnownTrue(_ expression: SQLExpression) -> SQLExpression {
        nullSemantics == .sql ? .isTrue(expression) : expression
    }

    private func ordering(
        _ left: Operand, _ symbol: SQLOperator, _ right: Operand, _ options: ComparisonOptions
    ) throws -> SQLExpression {
        try requireComparable(left, right)
        try requireOrder(left, right)
        if left.isNaN || right.isNaN { return try impossible(left, right, isEqual: true) }
        guard let leftValue = try value(left, for: right.type),
            let rightValue = try value(right, for: left.type)
        else { return .truth(false) }
        if usesFolding(left, right, options) || needsEquivalence(left, right, options) {
            let order = SQLExpression.call(
                SQLFunction.compare.rawValue, [leftValue, rightValue, .literal(Int64(options.rawValue))])
            return decided(.binary(order, symbol, .literal(0)))
        }
        return decided(.binary(leftValue, symbol, rightValue))
    }

    /// Whether a text may have several spellings, which the column's own order does not know.
    ///
    /// That is true of a constant with accents, and of two text columns.
    private func needsEquivalence(_ left: Operand, _ right: Operand, _ options: ComparisonOptions) -> Bool {
        if options.contains(.normalized) { return false }
        if areTextsOfRows(left, right) { return true }
        return [left, right].contains { side in
            guard case .constant(.string(let text)) = side else { return false }
            return Self.equivalentForms(text) != nil
        }
    }

    private func between(
        _ left: Operand, _ right: Operand, _ options: ComparisonOptions, _ environment: Environment
    ) throws -> SQLExpression {
        let bounds = try elements(of: right, environment)
        guard bounds.count == 2 else {
            throw StoreError.unsupported("the right side of BETWEEN must be a collection of two values")
        }
        let isPlain = bounds.allSatisfy {
            !usesFolding(left, $0, options) && !needsEquivalence(left, $0, options) && !$0.isNaN
        }
        guard isPlain, !left.isNaN else {
            return .and([
                try ordering(left, .greaterOrEqual, bounds[0], options),
                try ordering(left, .lessOrEqual, bounds[1], options),
            ])
        }
        for bound in bounds {
            try requireComparable(left, bound)
            try requireOrder(left, bound)
        }
        guard let value = try value(left, for: .computed),
            let low = try self.value(bounds[0], for: left.type),
            let high = try self.value(bounds[1], for: left.type)
        else { return .truth(false) }
        return decided(.between(value, low, high))
    }

    /// The elements of a constant collection or a literal one.
    func elements(of operand: Operand, _ environment: Environment) throws -> [Operand] {
        switch operand {
        case .list(let expressions): return try expressions.map { try self.operand($0, environment) }
        case .constant(.array(let values)): return values.map(Operand.constant)
        case .constant(.set(let values)): return values.map(Operand.constant)
        case .constant(.dictionary(let values)): return values.values.map(Operand.constant)
        default: return []
        }
    }

    /// Refuses comparisons of archives and of data in files, which the database cannot read, and of entities with columns.
    func requireComparable(_ left: Operand, _ right: Operand) throws {
        try requireConstant(beside: left, right)
        for (side, other) in [(left, right), (right, left)] where !other.isNullConstant {
            guard case .opaque(let form) = side.type, let reason = form.refusal else { continue }
            throw StoreError.unsupported(reason)
        }
    }

    /// Refuses to order values of different kinds: a database would choose an arbitrary order.
    func requireOrder(_ left: Operand, _ right: Operand) throws {
        guard let leftKind = left.kind, let rightKind = right.kind, leftKind != rightKind else { return }
        throw StoreError.unsupported(
            "Can't order \(leftKind.rawValue) and \(rightKind.rawValue); compare values of one kind")
    }

    /// Translates `x.@count > 0` and the like, which ask only whether there is a member.
    private func emptiness(_ node: ComparisonNode, _ environment: Environment) throws -> SQLExpression? {
        guard node.qualifier == .direct, case .keyPath(let base, let keys) = node.left, keys.last == "@count",
            keys.dropLast().allSatisfy({ !$0.hasPrefix("@") }),
            case .constant(.integer(let number)) = node.right
        else { return nil }
        let isThere: Bool
        switch (node.comparison, number) {
        case (.greaterThan, 0), (.greaterThanOrEqual, 1), (.notEqual, 0): isThere = true
        case (.equal, 0), (.lessThan, 1), (.lessThanOrEqual, 0): isThere = false
        default: return nil
        }
        guard let members = try collection(base, keys.dropLast(), environment), members.rest.isEmpty,
            !members.mayBeMissing
        else { return nil }
        let found = try nested(8) {
            SQLExpression.exists(try open(members).tree.select([.literal(1)]))
        }
        return isThere ? found : .not(found)
    }
}
