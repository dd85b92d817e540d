// SPDX-License-Identifier: Apache-2.0
// Reads archived NSExpression objects as nodes. Part of ArchivedPredicateReader.swift.

import PerdurePredicates
import PerdurePropertyList

extension ArchivedPredicateReader {
    func requiredExpression(_ field: PropertyListValue?, depth: Int) throws -> ExpressionNode {
        guard let expression = try expression(field, depth: depth) else {
            throw PropertyListError("an archived expression is incomplete")
        }
        return expression
    }

    func expression(_ field: PropertyListValue?, depth: Int) throws -> ExpressionNode? {
        guard depth < Self.depth else { throw PropertyListError("an archived expression nests too deeply") }
        guard case .instance(let instance) = try archive.resolve(field) else { return nil }
        return try expression(instance, depth: depth + 1)
    }

    private func expression(_ instance: ArchivedInstance, depth: Int) throws -> ExpressionNode {
        let fields = instance.fields
        switch instance.className {
        case "NSConstantValueExpression": return .constant(try constant(instance))
        case "NSSelfExpression": return .evaluatedObject
        case "NSVariableExpression": return .variable(try text(fields["NSVariable"]))
        case "NSKeyPathSpecifierExpression":
            return .keyPath(base: .evaluatedObject, keys: try Self.keys(try text(fields["NSKeyPath"])))
        case "NSKeyPathExpression", "NSFunctionExpression": return try function(instance, depth: depth)
        case "NSAggregateExpression": return .aggregate(try expressions(fields["NSCollection"], depth: depth))
        case "NSAnyKeyExpression": return .anyKey
        default: return try rareExpression(instance, depth: depth)
        }
    }

    private func rareExpression(_ instance: ArchivedInstance, depth: Int) throws -> ExpressionNode {
        let fields = instance.fields
        switch instance.className {
        case "NSSubqueryExpression":
            return .subquery(
                collection: try requiredExpression(fields["NSCollection"], depth: depth),
                variable: try text(fields["NSVariable"]),
                predicate: try requiredPredicate(fields["NSPredicate"], depth: depth))
        case "NSTernaryExpression":
            return .conditional(
                try requiredPredicate(fields["NSPredicate"], depth: depth),
                try requiredExpression(fields["NSTrueExpression"], depth: depth),
                try requiredExpression(fields["NSFalseExpression"], depth: depth))
        case "NSFetchRequestExpression" where readsFetches:
            return .fetch(
                request: try requiredExpression(fields["NSFRExpression"], depth: depth),
                context: try requiredExpression(fields["NSMOCExpression"], depth: depth),
                countOnly: fields["NSCountOnlyFlag"]?.booleanValue ?? false)
        case "NSSetExpression":
            guard let operation = Self.setOperation(fields["NSExpressionType"]?.integerValue) else { break }
            return .setOperation(
                operation, try requiredExpression(fields["NSLeftExpression"], depth: depth),
                try requiredExpression(fields["NSRightExpression"], depth: depth))
        case "NSVariableAssignmentExpression":
            return .assignment(
                variable: try text(fields["NSAssignmentVariable"]),
                try requiredExpression(fields["NSSubexpression"], depth: depth))
        default: break
        }
        throw PropertyListError(
            "the archive holds an expression of class \(instance.className), which is not known")
    }

    private static func setOperation(_ type: Int64?) -> ExpressionNode.SetOperation? {
        switch type {
        case 5: .union
        case 6: .intersect
        case 7: .minus
        default: nil
        }
    }

    /// Reads a function call, and turns calls that stand for key paths and indexes back into these nodes.
    ///
    /// An archive has key paths as calls of `valueForKey:` and `valueForKeyPath:`, and indexes as calls of
    /// `objectFrom:withIndex:`.
    private func function(_ instance: ArchivedInstance, depth: Int) throws -> ExpressionNode {
        let selector = try text(instance.fields["NSSelectorName"])
        let operand = try self.operand(instance.fields["NSOperand"], depth: depth)
        let arguments = try archive.elements(instance.fields["NSArguments"]) ?? []
        if selector == "valueForKey:" || selector == "valueForKeyPath:", arguments.count == 1,
            let path = try keyPath(arguments[0])
        {
            return .keyPath(base: operand ?? .evaluatedObject, keys: path)
        }
        if selector == "objectFrom:withIndex:", arguments.count == 2, operand == nil {
            return .index(
                base: try requiredExpression(arguments[0], depth: depth),
                try index(arguments[1], depth: depth))
        }
        return .function(
            FunctionCall(
                selector, operand: operand, try arguments.map { try requiredExpression($0, depth: depth) }))
    }

    /// The receiver of a call; nil when the receiver is the class of the predefined functions.
    private func operand(_ field: PropertyListValue?, depth: Int) throws -> ExpressionNode? {
        if case .instance(let instance) = try archive.resolve(field),
            try archive.string(instance.fields["NSConstantValueClassName"]) == "_NSPredicateUtilities"
        {
            return nil
        }
        return try expression(field, depth: depth)
    }

    /// The keys of the argument of `valueForKey:`; nil when an expression computes the argument.
    private func keyPath(_ field: PropertyListValue) throws -> [String]? {
        guard case .instance(let instance) = try archive.resolve(field),
            instance.className == "NSKeyPathSpecifierExpression"
        else { return nil }
        return try Self.keys(try text(instance.fields["NSKeyPath"]))
    }

    private static func keys(_ path: String) throws -> [String] {
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard keys.count <= KeyPathReader.longest else {
            throw PropertyListError(KeyPathReader.refusal(keys))
        }
        return keys
    }

    private func index(_ field: PropertyListValue, depth: Int) throws -> ExpressionIndex {
        if case .instance(let instance) = try archive.resolve(field),
            instance.className == "NSSymbolicExpression"
        {
            switch try text(instance.fields["NSToken"]).uppercased() {
            case "FIRST": return .first
            case "LAST": return .last
            case "SIZE": return .size
            case let token: throw PropertyListError("the archive holds the unknown index \(token)")
            }
        }
        return .expression(try requiredExpression(field, depth: depth))
    }

    private func expressions(_ field: PropertyListValue?, depth: Int) throws -> [ExpressionNode] {
        try (archive.elements(field) ?? []).map { try requiredExpression($0, depth: depth) }
    }

    private func text(_ field: PropertyListValue?) throws -> String {
        guard let text = try archive.string(field) else {
            throw PropertyListError("an archived expression lacks a name")
        }
        return text
    }

    private func constant(_ instance: ArchivedInstance) throws -> ConstantValue {
        if let name = try archive.string(instance.fields["NSConstantValueClassName"]) {
            throw PropertyListError(
                "the archive holds the class \(name) as a constant, which is not supported")
        }
        return ConstantValue(try archive.plainValue(instance.fields["NSConstantValue"]))
    }
}
