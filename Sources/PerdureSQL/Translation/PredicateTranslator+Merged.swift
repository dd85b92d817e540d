// SPDX-License-Identifier: Apache-2.0
// Comparisons of elements and entries of attributes that merge. Each is one call of an SQL function, which compares like the
// evaluator in memory (UntypedComparison). Part of PredicateTranslator.swift.

import Foundation
import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    /// A comparison with a part of a set or dictionary on one side; nil for any other comparison.
    func mergedComparison(
        _ left: Operand, _ node: ComparisonNode, _ right: Operand, _ environment: Environment
    ) throws -> SQLExpression? {
        guard left.merged != nil || right.merged != nil, !left.isMembers, !right.isMembers else { return nil }
        try node.requirePattern()
        if case .list(let parts) = right {
            let values = try parts.map { try operand($0, environment) }
            guard values.allSatisfy(\.isConstant) else {
                return try mergedList(left, node, values)
            }
            return try merged(left, node, .constant(.array(values.compactMap(\.constant))))
        }
        return try merged(left, node, right)
    }

    /// A list that is not all constants: one comparison for each part.
    private func mergedList(_ left: Operand, _ node: ComparisonNode, _ values: [Operand]) throws
        -> SQLExpression
    {
        switch (node.comparison, values.count) {
        // With ALL, different elements may equal different parts, so separate tests of the parts cannot decide.
        case (.isIn, let count) where node.qualifier != .all || count == 1:
            return .or(try values.map { try merged(left, node, $0, [.singleElement, .list]) })
        case (.between, 2) where node.qualifier == .direct:
            var (low, high) = (node, node)
            low.comparison = .greaterThanOrEqual
            high.comparison = .lessThanOrEqual
            return .and([try merged(left, low, values[0]), try merged(left, high, values[1])])
        default:
            throw StoreError.unsupported(
                "\(PredicatePrinter.format(.comparison(node))): the list must consist of constants")
        }
    }

    /// The equality of a part and another value, for members of relationships.
    func mergedEquality(
        _ left: Operand, _ right: Operand, isEqual: Bool, _ options: ComparisonOptions, matchesNull: Bool
    ) throws -> SQLExpression? {
        guard left.merged != nil || right.merged != nil else { return nil }
        var node = ComparisonNode(
            .evaluatedObject, isEqual ? .equal : .notEqual, .evaluatedObject, options: options)
        guard !matchesNull else { return try merged(left, node, right) }
        if left.merged?.isSet == true {
            node.comparison = .contains
            return try merged(left, node, right)
        }
        node.comparison = .isIn
        return try merged(left, node, right, right.merged?.isSet == true ? [] : .singleElement)
    }

    private func merged(
        _ left: Operand, _ node: ComparisonNode, _ right: Operand, _ given: UntypedComparison.Form = []
    ) throws -> SQLExpression {
        try requireSetOperator(left, node, right)
        if given.isEmpty { try requireKinds(left, node, right) }
        var form = given
        if left.isNullConstant { form.insert(.nullLeft) }
        if right.isNullConstant { form.insert(.nullRight) }
        if node.comparison == .isIn && right.isConstant || node.comparison == .contains && left.isConstant {
            form.insert(.list)
        }
        if left.merged?.isOfMember == true { form.insert(.ofMember) }
        let test = MergedTest(node.comparison, node.options, node.qualifier, nullSemantics, form)
        let (leftValue, leftForm) = try mergedSide(left)
        let (rightValue, rightForm) = try mergedSide(right)
        let call = SQLExpression.call(
            MergedFunction.test.rawValue, [leftValue, leftForm, rightValue, rightForm, .literal(test.number)])
        return ownedTest(narrowed(call, left, node, right), left, node, right)
    }

    /// Makes the test of a missing object's set unknown.
    private func ownedTest(
        _ call: SQLExpression, _ left: Operand, _ node: ComparisonNode, _ right: Operand
    ) -> SQLExpression {
        guard nullSemantics == .sql, node.qualifier == .direct else { return call }
        let sets = [left.merged, right.merged].compactMap { $0 }.filter(\.isSet)
        return sets.reduce(call) { $1.owned($0) }
    }

    /// Refuses comparisons of whole sets.
    private func requireSetOperator(_ left: Operand, _ node: ComparisonNode, _ right: Operand) throws {
        if let set = left.merged, set.isSet, node.qualifier == .direct, node.comparison != .contains {
            throw StoreError.wholeValue(set.keys, set.rule)
        }
        if let set = right.merged, set.isSet, node.comparison != .isIn {
            throw StoreError.wholeValue(set.keys, set.rule)
        }
    }

    /// Refuses comparisons that the type of the elements can never satisfy.
    private func requireKinds(_ left: Operand, _ node: ComparisonNode, _ right: Operand) throws {
        if node.comparison == .between, case .constant(.array(let bounds)) = right {
            return try bounds.forEach { try requireOrder(left, .constant($0)) }
        }
        guard let leftKind = left.kind, let rightKind = right.kind else { return }
        switch node.comparison {
        case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            try requireOrder(left, right)
        case .beginsWith, .endsWith, .like, .matches: try requireTexts(leftKind, rightKind)
        case .contains where node.qualifier != .direct: try requireTexts(leftKind, rightKind)
        case .isIn where right.merged == nil: try requireTexts(leftKind, rightKind)
        default: return
        }
    }

    private func requireTexts(_ left: ValueKind, _ right: ValueKind) throws {
        guard left != .text || right != .text else { return }
        throw StoreError.unsupported(
            "Can't do a substring operation with something that isn't a string (\(left.rawValue), \(right.rawValue))"
        )
    }

    /// The value of a side, and the form in which the function reads it.
    private func mergedSide(_ side: Operand) throws -> (SQLExpression, SQLExpression) {
        switch side {
        case .merged(let merged): return (merged.value, try merged.form())
        case .constant(let constant): return try mergedSide(constant)
        case .typed(let value, let type):
            try requireComparable(side, side)
            return (value, .literal(try Self.form(of: type).rawValue))
        case .members: throw StoreError.toManyKey
        case .list: throw StoreError.unsupported("a collection cannot be compared with a single value")
        }
    }

    private func mergedSide(_ constant: ConstantValue) throws -> (SQLExpression, SQLExpression) {
        let (value, form): (SQLBinding, MergedForm) =
            switch constant {
            case .null: (.null, .plain)
            case .boolean(let flag): (.integer(flag ? 1 : 0), .plain)
            case .integer(let number): (.integer(number), .plain)
            case .double(let number) where !number.isNaN: (.real(number), .plain)
            case .string(let text): (.text(text), .plain)
            case .url(let url): (.text(url.absoluteString), .plain)
            case .date(let date): (.real(date.timeIntervalSinceReferenceDate), .date)
            case .uuid(let uuid): (.blob(ConstantBinding.bytes(uuid)), .uuid)
            default: (.blob(try constant.packed()), .packed)
            }
        return (.value(value), .literal(form.rawValue))
    }

    private static func form(of type: ValueType) throws -> MergedForm {
        switch type {
        case .attribute(.date): return .date
        case .attribute(.uuid): return .uuid
        case .attribute, .computed: return .plain
        case .reference, .entity, .opaque:
            throw StoreError.unsupported(
                "an object cannot be compared with elements of a set or entries of a dictionary; compare its URI"
            )
        }
    }
}

extension Operand {
    fileprivate var isConstant: Bool { constant != nil }

    fileprivate var constant: ConstantValue? {
        if case .constant(let value) = self { return value }
        return nil
    }
}
