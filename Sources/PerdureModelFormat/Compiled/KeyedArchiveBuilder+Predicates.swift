// SPDX-License-Identifier: Apache-2.0
// Adds predicates to a keyed archive in the form of Foundation's classes. KeyedArchiveBuilder+Expressions.swift adds
// expressions; ArchivedPredicateReader.swift reads what this file writes.

import PerdurePredicates
import PerdurePropertyList

extension KeyedArchiveBuilder {
    /// Adds a predicate; throws for a predicate that only its own class can evaluate.
    package mutating func add(predicate: PredicateNode) throws -> PropertyListValue {
        switch predicate {
        case .truth(let value):
            return add(
                classes: [value ? "NSTruePredicate" : "NSFalsePredicate", "NSPredicate", "NSObject"],
                fields: [:])
        case .comparison(let comparison): return try add(comparison: comparison)
        case .not(let part): return try add(compound: 0, [part])
        case .and(let parts): return try add(compound: 1, parts)
        case .or(let parts): return try add(compound: 2, parts)
        case .opaque:
            throw ModelFormatError(
                .unsupported, "a predicate made of a block or of an own class cannot be archived")
        }
    }

    private mutating func add(compound type: Int64, _ parts: [PredicateNode]) throws -> PropertyListValue {
        let fields = try parts.map { try add(predicate: $0) }
        let array = add(array: fields)
        return add(
            classes: ["NSCompoundPredicate", "NSPredicate", "NSObject"],
            fields: ["NSCompoundPredicateType": .integer(type), "NSSubpredicates": array])
    }

    private mutating func add(comparison: ComparisonNode) throws -> PropertyListValue {
        let left = try add(expression: comparison.left)
        let right = try add(expression: comparison.right)
        let operation = add(operatorOf: comparison)
        return add(
            classes: ["NSComparisonPredicate", "NSPredicate", "NSObject"],
            fields: ["NSLeftExpression": left, "NSRightExpression": right, "NSPredicateOperator": operation])
    }

    private mutating func add(operatorOf comparison: ComparisonNode) -> PropertyListValue {
        let type = Int64(comparison.comparison.rawValue)
        let options = PropertyListValue.integer(Int64(comparison.options.rawValue))
        var fields: [String: PropertyListValue] = [
            "NSOperatorType": .integer(type), "NSModifier": .integer(Int64(comparison.qualifier.rawValue)),
        ]
        var classes: [String]
        switch comparison.comparison {
        case .equal, .notEqual:
            classes = ["NSEqualityPredicateOperator"]
            fields["NSNegate"] = .boolean(comparison.comparison == .notEqual)
            fields["NSOptions"] = options
        case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            classes = ["NSComparisonPredicateOperator"]
            fields["NSVariant"] = .integer(type)
            fields["NSOptions"] = options
        case .between:
            classes = ["NSBetweenPredicateOperator"]
            fields["NSOptions"] = options
        case .matches: classes = ["NSMatchingPredicateOperator", "NSStringPredicateOperator"]
        case .like:
            classes = ["NSLikePredicateOperator", "NSMatchingPredicateOperator", "NSStringPredicateOperator"]
        case .beginsWith, .endsWith:
            classes = ["NSSubstringPredicateOperator", "NSStringPredicateOperator"]
            fields["NSPosition"] = .integer(comparison.comparison == .beginsWith ? 0 : 1)
        case .isIn, .contains: classes = ["NSInPredicateOperator"]
        case .customSelector: classes = ["NSCustomPredicateOperator"]
        }
        if fields["NSOptions"] == nil { fields["NSFlags"] = options }
        classes += ["NSPredicateOperator", "NSObject"]
        return add(classes: classes, fields: fields)
    }
}
