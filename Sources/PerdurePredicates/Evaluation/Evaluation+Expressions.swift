// SPDX-License-Identifier: Apache-2.0
// Values of expressions. Key paths stay `Any` so that collections of objects are not copied; functions and
// comparisons work on constants.

import Foundation
import PerdureBase

extension Evaluation {
    /// The value of an expression as a constant.
    func constant(of node: ExpressionNode) throws -> ConstantValue {
        switch node {
        case .constant(let value): value
        case .function(let call): try constant(of: call)
        case .aggregate(let elements): .array(try elements.map { try constant(of: $0) })
        default: ConstantValue(try value(of: node))
        }
    }

    /// The value of an expression.
    func value(of node: ExpressionNode) throws -> Any? {
        switch node {
        case .function(let call) where call.operand != nil:
            return try sent(call)
        case .constant, .function, .aggregate:
            return try constant(of: node).anyValue
        case .evaluatedObject:
            return object
        case .variable(let name):
            return try variable(name)
        case .keyPath(.evaluatedObject, let keys):
            // Nearly every key of a predicate is one key of the object itself.
            if keys.count == 1, let readable, !keys[0].utf8.starts(with: "@".utf8) {
                return try readable.readValue(forKey: keys[0])
            }
            return try KeyPathReader.read(keys[...], from: object)
        case .keyPath(let base, let keys):
            return try KeyPathReader.read(keys[...], from: value(of: base))
        case .index(let base, let index):
            return try member(of: base, at: index)
        case .subquery(let collection, let variable, let predicate):
            return try members(of: collection, named: variable, where: predicate)
        case .conditional(let test, let yes, let no):
            return try value(of: truth(of: test) == true ? yes : no)
        case .setOperation(let operation, let left, let right):
            return try combined(operation, left, right)
        case .assignment(_, let value):
            return try self.value(of: value)
        case .fetch(let request, let context, let countOnly):
            return try fetched(request, context, countOnly)
        case .anyKey:
            throw CoreDataException.invalidArgument("ANYKEY cannot be evaluated")
        case .block(let block):
            return block.body(object, block.arguments, NSMutableDictionary(dictionary: variables))
        }
    }

    private func fetched(_ request: ExpressionNode, _ context: ExpressionNode, _ countOnly: Bool) throws
        -> Any?
    {
        guard let evaluator = try value(of: context) as? any RequestEvaluating else {
            throw CoreDataException.invalidArgument(
                "The context of \(PredicatePrinter.format(.fetch(request: request, context: context, countOnly: countOnly)))"
                    + " is no NSManagedObjectContext.")
        }
        return try evaluator.evaluate(request: value(of: request), countOnly: countOnly)
    }

    private func variable(_ name: String) throws -> Any? {
        if let value = variables[name] { return value }
        throw CoreDataException.invalidArgument(
            "Can't get value for '\(name)' in bindings {\(variables.keys.sorted().joined(separator: ", "))}")
    }

    // MARK: - Members

    private func member(of base: ExpressionNode, at index: ExpressionIndex) throws -> Any? {
        guard let whole = try value(of: base), !(whole is NSNull) else { return nil }
        if case .expression(let expression) = index, KeyPathReader.members(of: whole) == nil {
            let key = try constant(of: expression)
            guard case .string(let name) = key else { throw indexFault(base, "a key that is no string") }
            return try KeyPathReader.read([name], from: whole)
        }
        guard let members = KeyPathReader.members(of: whole) else { throw indexFault(base, "no collection") }
        switch index {
        case .first: return members.first
        case .last: return members.last
        case .size: return members.count
        case .expression(let expression):
            guard case .integer(let number) = try constant(of: expression).comparisonKey else {
                throw indexFault(base, "an index that is no integer")
            }
            guard number >= 0, number < members.count else { throw indexFault(base, "no element \(number)") }
            return members[Int(number)]
        }
    }

    private func indexFault(_ base: ExpressionNode, _ what: String) -> CoreDataException {
        .invalidArgument("Can't index \(PredicatePrinter.format(base)): there is \(what)")
    }

    /// SUBQUERY: SELF and keys without a prefix still mean the outer object.
    private func members(
        of collection: ExpressionNode, named variable: String, where predicate: PredicateNode
    ) throws -> [Any] {
        guard let whole = try value(of: collection), !(whole is NSNull) else { return [] }
        guard let members = KeyPathReader.members(of: whole) else {
            throw CoreDataException.invalidArgument(
                "SUBQUERY needs a collection; \(PredicatePrinter.format(collection)) is \(ConstantValue(whole).kind)"
            )
        }
        var inner = self
        return try KeyPathReader.flattened(members).filter { member in
            inner.variables[variable] = member
            return try inner.truth(of: predicate) == true
        }
    }

    private func combined(
        _ operation: ExpressionNode.SetOperation, _ left: ExpressionNode, _ right: ExpressionNode
    ) throws -> Any? {
        let left = KeyPathReader.flattened(try value(of: left)).map { ConstantValue($0) }
        let right = KeyPathReader.flattened(try value(of: right)).map { ConstantValue($0) }
        let rightKeys = Set(right.map(\.comparisonKey))
        var seen: Set<ConstantValue> = []
        let members =
            switch operation {
            case .union: left + right
            case .intersect: left.filter { rightKeys.contains($0.comparisonKey) }
            case .minus: left.filter { !rightKeys.contains($0.comparisonKey) }
            }
        return ConstantValue.array(members.filter { seen.insert($0.comparisonKey).inserted }).anyValue
    }

    // MARK: - Functions

    private func constant(of call: FunctionCall) throws -> ConstantValue {
        if call.operand != nil { return ConstantValue(try sent(call)) }
        let arguments = try call.arguments.map { try constant(of: $0) }
        return try Functions.call(call.name, arguments)
    }

    /// The result of a call with a receiver; objects in it stay what they are.
    private func sent(_ call: FunctionCall) throws -> Any? {
        let receiver = try call.operand.flatMap { try value(of: $0) }
        if let receiver = receiver as? any FunctionReceiving {
            return try receiver.receive(call.name, arguments: call.arguments.map { try value(of: $0) })
        }
        if call.name == "valueForKey:" || call.name == "valueForKeyPath:", call.arguments.count == 1,
            case .string(let path) = try constant(of: call.arguments[0])
        {
            let keys = call.name == "valueForKey:" ? [path] : path.split(separator: ".").map(String.init)
            return try KeyPathReader.read(keys[...], from: receiver)
        }
        return try Functions.send(call.name, to: receiver, call.arguments.map { try constant(of: $0) })
    }
}
