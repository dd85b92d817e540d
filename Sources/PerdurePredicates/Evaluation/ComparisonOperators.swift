// SPDX-License-Identifier: Apache-2.0
// The operators of comparisons, with both sets of rules for nil. Equality and order themselves are in
// ComparisonRules.swift, the string operators in StringMatching.swift.

import Foundation
import PerdureBase

/// One operator with its options, applied to values.
struct ComparisonOperators {
    let comparison: ComparisonNode.Comparison
    let options: ComparisonOptions
    let nullSemantics: NullSemantics
    /// Whether a side is written or bound as nil: then the comparison is a test for nil.
    let isLeftNull: Bool
    let isRightNull: Bool
    /// Whether the collection of IN or CONTAINS is written out, and not read from an object.
    let isList: Bool

    /// Whether the comparison holds; nil for unknown.
    func truth(_ left: ConstantValue, _ right: ConstantValue) throws -> Bool? {
        switch comparison {
        case .equal, .notEqual: return equality(left, right)
        case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            guard left != .null, right != .null else { return unknown }
            guard !left.isCollection, !right.isCollection else { return false }
            return try ordering(comparison, left, right)
        case .between: return try between(left, right)
        case .isIn: return try membership(of: left, in: right)
        case .contains: return try membership(of: right, in: left)
        case .beginsWith, .endsWith, .like, .matches: return try stringTest(left, right)
        case .customSelector:
            throw CoreDataException.invalidArgument("comparisons by a custom selector cannot be evaluated")
        }
    }

    /// The result of a comparison with nil that is no test for nil.
    private var unknown: Bool? { nullSemantics == .sql ? nil : false }

    private func equality(_ left: ConstantValue, _ right: ConstantValue) -> Bool? {
        if left == .null || right == .null {
            if nullSemantics == .sql, !isLeftNull, !isRightNull { return nil }
            return (left == right) == (comparison == .equal)
        }
        // A collection cannot be compared with a single value.
        if left.isCollection != right.isCollection { return false }
        return ComparisonRules.equal(left, right, options) == (comparison == .equal)
    }

    private func ordering(
        _ comparison: ComparisonNode.Comparison, _ left: ConstantValue, _ right: ConstantValue
    ) throws -> Bool {
        guard let order = try ComparisonRules.order(left, right, options) else { return false }
        switch comparison {
        case .lessThan: return order == .orderedAscending
        case .lessThanOrEqual: return order != .orderedDescending
        case .greaterThan: return order == .orderedDescending
        default: return order != .orderedAscending
        }
    }

    private func between(_ left: ConstantValue, _ right: ConstantValue) throws -> Bool? {
        guard let bounds = right.elements, bounds.count == 2 else {
            throw CoreDataException.invalidArgument(
                "BETWEEN needs a list of two bounds and got \(PredicatePrinter.format(.constant(right)))")
        }
        guard left != .null else { return unknown }
        let above = bounds[0] == .null ? unknown : try ordering(.greaterThanOrEqual, left, bounds[0])
        let below = bounds[1] == .null ? unknown : try ordering(.lessThanOrEqual, left, bounds[1])
        if above == false || below == false { return false }
        return above == nil || below == nil ? nil : true
    }

    /// IN and CONTAINS: membership in a collection, a substring in a string.
    private func membership(of value: ConstantValue, in whole: ConstantValue) throws -> Bool? {
        if whole == .null { return comparison == .isIn && isRightNull ? false : unknown }
        if case .object(let box) = whole, let list = box.object as? MembershipList {
            return membership(of: value, in: list)
        }
        if let elements = whole.elements { return membership(of: value, in: elements) }
        guard let text = whole.text else {
            throw CoreDataException.invalidArgument("Can't use in/contains operator with \(whole.kind)")
        }
        if value == .null { return unknown }
        guard let part = value.text else {
            throw CoreDataException.invalidArgument("Can't look for \(value.kind) in a string")
        }
        return StringMatching.contains(text, part, options: options)
    }

    private func membership(of value: ConstantValue, in list: MembershipList) -> Bool? {
        // Options change which values are equal, so the index does not apply.
        guard options.isEmpty else { return membership(of: value, in: list.elements) }
        if value == .null { return membershipOfNull(in: list.elements) }
        return list.contains(value)
    }

    private func membership(of value: ConstantValue, in elements: [ConstantValue]) -> Bool? {
        if value == .null { return membershipOfNull(in: elements) }
        return elements.contains { ComparisonRules.equal(value, $0, options) }
    }

    /// nil is a member of nothing, and nil in a list matches nothing; SQL's `NULL IN (1)` is unknown.
    private func membershipOfNull(in elements: [ConstantValue]) -> Bool? {
        let isUnknown = nullSemantics == .sql && isList && elements.contains { $0 != .null }
        return isUnknown ? nil : false
    }

    private func stringTest(_ left: ConstantValue, _ right: ConstantValue) throws -> Bool? {
        guard left != .null, right != .null else { return unknown }
        guard let text = left.text, let pattern = right.text else {
            let name = PredicatePrinter.symbol(comparison)
            throw CoreDataException.invalidArgument(
                "Can't do a substring operation with something that isn't a string (\(name) on \(left.kind) and "
                    + "\(right.kind))")
        }
        switch comparison {
        case .beginsWith: return StringMatching.beginsWith(text, pattern, options: options)
        case .endsWith: return StringMatching.endsWith(text, pattern, options: options)
        case .like: return StringMatching.like(text, pattern, options: options)
        default: return try StringMatching.matches(text, pattern, options: options)
        }
    }
}

extension ConstantValue {
    var isCollection: Bool {
        switch self {
        case .array, .set: true
        case .object(let box): box.object is MembershipList
        default: false
        }
    }

    /// The members of a collection and of the collections in it, which several to-many steps have nested.
    var flattened: ConstantValue {
        guard case .array(let members) = self, members.contains(where: \.isCollection) else { return self }
        return .array(members.flatMap { $0.isCollection ? $0.flattened.elements ?? [] : [$0] })
    }

    /// The members of a collection, the values of a dictionary; nil for anything else.
    var elements: [ConstantValue]? {
        switch self {
        case .array(let elements): elements
        case .set(let elements): Array(elements)
        case .dictionary(let entries): Array(entries.values)
        case .object(let box): (box.object as? MembershipList)?.elements
        default: nil
        }
    }
}
