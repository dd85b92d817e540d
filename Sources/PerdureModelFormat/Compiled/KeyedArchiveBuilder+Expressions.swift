// SPDX-License-Identifier: Apache-2.0
// Adds expressions to a keyed archive in the form of Foundation's classes. Part of
// KeyedArchiveBuilder+Predicates.swift; ArchivedPredicateReader+Expressions.swift reads what this file writes.

import PerdurePredicates
import PerdurePropertyList

extension KeyedArchiveBuilder {
    /// Adds an expression; throws for blocks, objects and fetch requests.
    package mutating func add(expression: ExpressionNode) throws -> PropertyListValue {
        switch expression {
        case .constant(let value): return try add(constant: value)
        case .evaluatedObject: return add("NSSelfExpression", type: 1, [:])
        case .variable(let name):
            return add("NSVariableExpression", type: 2, ["NSVariable": add(string: name)])
        case .keyPath(let base, let keys): return try add(keyPath: keys, of: base)
        case .index(let base, let index): return try add(index: index, of: base)
        case .function(let call): return try add(call: call)
        case .aggregate(let parts):
            let fields = try parts.map { try add(expression: $0) }
            return add("NSAggregateExpression", type: 14, ["NSCollection": add(array: fields)])
        case .anyKey: return add("NSAnyKeyExpression", type: 15, [:])
        default: return try add(rare: expression)
        }
    }

    private mutating func add(rare expression: ExpressionNode) throws -> PropertyListValue {
        switch expression {
        case .subquery(let collection, let variable, let predicate):
            let fields = [
                "NSCollection": try add(expression: collection), "NSVariable": add(string: variable),
                "NSPredicate": try add(predicate: predicate),
            ]
            return add("NSSubqueryExpression", type: 13, fields)
        case .conditional(let predicate, let yes, let no):
            let fields = [
                "NSPredicate": try add(predicate: predicate), "NSTrueExpression": try add(expression: yes),
                "NSFalseExpression": try add(expression: no),
            ]
            return add("NSTernaryExpression", type: 20, fields)
        case .setOperation(let operation, let left, let right):
            let fields = [
                "NSLeftExpression": try add(expression: left),
                "NSRightExpression": try add(expression: right),
            ]
            return add(
                "NSSetExpression", type: operation == .union ? 5 : operation == .intersect ? 6 : 7, fields)
        case .assignment(let variable, let value):
            let fields = [
                "NSAssignmentVariable": add(string: variable), "NSSubexpression": try add(expression: value),
            ]
            return add("NSVariableAssignmentExpression", type: 8, fields)
        default:
            throw ModelFormatError(
                .unsupported, "an expression made of a block or a fetch request cannot be archived")
        }
    }

    /// Adds an object of an expression's class.
    mutating func add(
        _ name: String, type: Int64, _ fields: [String: PropertyListValue], parents: [String] = []
    ) -> PropertyListValue {
        var fields = fields
        fields["NSExpressionType"] = .integer(type)
        return add(classes: [name] + parents + ["NSExpression", "NSObject"], fields: fields)
    }

    private mutating func add(constant: ConstantValue) throws -> PropertyListValue {
        guard let plain = constant.plainValue else {
            throw ModelFormatError(
                .unsupported, "an object as a constant of an expression cannot be archived")
        }
        if plain == .null {
            return add("NSConstantValueExpression", type: 0, ["NSConstantValueClassName": Self.null])
        }
        return add("NSConstantValueExpression", type: 0, ["NSConstantValue": try add(plain: plain)])
    }

    private mutating func add(keyPath keys: [String], of base: ExpressionNode) throws -> PropertyListValue {
        let path = add(string: keys.joined(separator: "."))
        let specifier = add("NSKeyPathSpecifierExpression", type: 10, ["NSKeyPath": path])
        let isOnSelf = base == .evaluatedObject
        let fields = [
            "NSOperand": try add(expression: base),
            "NSSelectorName": add(string: keys.count == 1 ? "valueForKey:" : "valueForKeyPath:"),
            "NSArguments": add(array: [specifier], mutable: true),
        ]
        return isOnSelf
            ? add("NSKeyPathExpression", type: 3, fields, parents: ["NSFunctionExpression"])
            : add("NSFunctionExpression", type: 4, fields)
    }

    private mutating func add(index: ExpressionIndex, of base: ExpressionNode) throws -> PropertyListValue {
        let collection = try add(expression: base)
        let position =
            switch index {
            case .expression(let expression): try add(expression: expression)
            case .first: add("NSSymbolicExpression", type: 11, ["NSToken": add(string: "FIRST")])
            case .last: add("NSSymbolicExpression", type: 11, ["NSToken": add(string: "LAST")])
            case .size: add("NSSymbolicExpression", type: 11, ["NSToken": add(string: "SIZE")])
            }
        return add(function: "objectFrom:withIndex:", operand: predefinedFunctions(), [collection, position])
    }

    private mutating func add(call: FunctionCall) throws -> PropertyListValue {
        let operand = try call.operand.map { try add(expression: $0) } ?? predefinedFunctions()
        return add(function: call.name, operand: operand, try call.arguments.map { try add(expression: $0) })
    }

    /// Adds a call of a selector.
    mutating func add(
        function selector: String, operand: PropertyListValue, _ arguments: [PropertyListValue]
    ) -> PropertyListValue {
        let fields = [
            "NSOperand": operand, "NSSelectorName": add(string: selector),
            "NSArguments": add(array: arguments, mutable: true),
        ]
        return add("NSFunctionExpression", type: 4, fields)
    }

    /// The class that has Foundation's predefined functions as its methods.
    mutating func predefinedFunctions() -> PropertyListValue {
        add(
            "NSConstantValueExpression", type: 0,
            ["NSConstantValueClassName": add(string: "_NSPredicateUtilities")])
    }
}
