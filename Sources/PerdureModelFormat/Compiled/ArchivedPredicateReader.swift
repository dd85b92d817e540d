// SPDX-License-Identifier: Apache-2.0
// Reads archived NSPredicate objects as nodes. ArchivedPredicateReader+Expressions.swift reads expressions;
// KeyedArchiveBuilder+Predicates.swift writes what this file reads.

import PerdurePredicates
import PerdurePropertyList

/// Turns archived predicates and expressions into nodes by class name and key, and makes no object of these classes.
struct ArchivedPredicateReader {
    let archive: KeyedArchive
    /// Whether fetch requests may stand in expressions, which is so in mapping models only.
    var readsFetches = false
    /// How many predicates and expressions may stand inside each other; the limit also ends cycles.
    static let depth = 200

    /// The predicate of a field; nil for null.
    func predicate(_ field: PropertyListValue?) throws -> PredicateNode? { try predicate(field, depth: 0) }

    /// The expression of a field; nil for null.
    func expression(_ field: PropertyListValue?) throws -> ExpressionNode? { try expression(field, depth: 0) }

    func predicate(_ field: PropertyListValue?, depth: Int) throws -> PredicateNode? {
        guard depth < Self.depth else { throw PropertyListError("an archived predicate nests too deeply") }
        guard case .instance(let instance) = try archive.resolve(field) else { return nil }
        switch instance.className {
        case "NSComparisonPredicate": return .comparison(try comparison(instance, depth: depth + 1))
        case "NSCompoundPredicate": return try compound(instance, depth: depth + 1)
        case "NSTruePredicate": return .truth(true)
        case "NSFalsePredicate": return .truth(false)
        default:
            throw PropertyListError(
                "the archive holds a predicate of class \(instance.className), which is not known")
        }
    }

    func requiredPredicate(_ field: PropertyListValue?, depth: Int) throws -> PredicateNode {
        guard let predicate = try predicate(field, depth: depth) else {
            throw PropertyListError("an archived predicate is incomplete")
        }
        return predicate
    }

    private func compound(_ instance: ArchivedInstance, depth: Int) throws -> PredicateNode {
        let fields = try archive.elements(instance.fields["NSSubpredicates"]) ?? []
        let parts = try fields.map { try requiredPredicate($0, depth: depth) }
        switch instance.fields["NSCompoundPredicateType"]?.integerValue ?? 0 {
        case 1: return .and(parts)
        case 2: return .or(parts)
        case 0:
            guard parts.count == 1 else {
                throw PropertyListError("an archived NOT has \(parts.count) predicates")
            }
            return .not(parts[0])
        case let type: throw PropertyListError("an archived compound predicate has the unknown type \(type)")
        }
    }

    private func comparison(_ instance: ArchivedInstance, depth: Int) throws -> ComparisonNode {
        guard case .instance(let operation) = try archive.resolve(instance.fields["NSPredicateOperator"]),
            let number = operation.fields["NSOperatorType"]?.integerValue,
            let kind = UInt(exactly: number).flatMap(ComparisonNode.Comparison.init(rawValue:))
        else { throw PropertyListError("an archived comparison has an unknown operator") }
        let modifier = operation.fields["NSModifier"]?.integerValue ?? 0
        let options = (operation.fields["NSOptions"] ?? operation.fields["NSFlags"])?.integerValue ?? 0
        guard let qualifier = UInt(exactly: modifier).flatMap(ComparisonNode.Qualifier.init(rawValue:)),
            let optionBits = UInt(exactly: options)
        else { throw PropertyListError("an archived comparison has an unknown modifier") }
        return ComparisonNode(
            try requiredExpression(instance.fields["NSLeftExpression"], depth: depth), kind,
            try requiredExpression(instance.fields["NSRightExpression"], depth: depth), qualifier: qualifier,
            options: ComparisonOptions(rawValue: optionBits))
    }
}
