// SPDX-License-Identifier: Apache-2.0
// Adds the expressions of mapping models to a keyed archive. Key paths on a variable have another form there than in
// models; KeyedArchiveBuilder+Expressions.swift has the form of all others.

import PerdurePredicates
import PerdurePropertyList

extension KeyedArchiveBuilder {
    /// Adds an expression of a mapping model; throws for blocks and objects.
    mutating func add(mappingExpression expression: ExpressionNode) throws -> PropertyListValue {
        switch expression {
        case .fetch(let request, let context, let countOnly):
            let fields = [
                "NSFRExpression": try add(mappingExpression: request),
                "NSMOCExpression": try add(mappingExpression: context),
                "NSCountOnlyFlag": .boolean(countOnly),
            ]
            return add("NSFetchRequestExpression", type: 50, fields)
        case .keyPath(let base, let keys) where base != .evaluatedObject:
            return try add(mappingKeyPath: keys, of: base)
        case .function(let call): return try add(mappingCall: call)
        default: return try add(expression: expression)
        }
    }

    /// Apple's tools give "valueForKeyPath:" for one key too.
    private mutating func add(mappingKeyPath keys: [String], of base: ExpressionNode) throws
        -> PropertyListValue
    {
        let path = add(string: keys.joined(separator: "."))
        let specifier = add("NSKeyPathSpecifierExpression", type: 10, ["NSKeyPath": path])
        let fields = [
            "NSOperand": try add(mappingExpression: base),
            "NSSelectorName": add(string: "valueForKeyPath:"),
            "NSArguments": add(array: [specifier], mutable: true),
        ]
        return add("NSKeyPathExpression", type: 4, fields, parents: ["NSFunctionExpression"])
    }

    private mutating func add(mappingCall call: FunctionCall) throws -> PropertyListValue {
        let operand = try call.operand.map { try add(mappingExpression: $0) } ?? predefinedFunctions()
        let arguments = try call.arguments.map { try add(mappingExpression: $0) }
        return add(function: call.name, operand: operand, arguments)
    }
}
