// SPDX-License-Identifier: Apache-2.0
// Expressions as operands: key paths, collection operators, variables. Functions are in ExpressionTranslator+Functions.swift,
// comparisons in PredicateTranslator+Comparisons.swift.

import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    func operand(_ expression: ExpressionNode, _ environment: Environment) throws -> Operand {
        switch expression {
        case .constant(let value):
            return .constant(value == .null ? .null : value)
        case .evaluatedObject:
            return reference(to: environment.evaluated)
        case .variable(let name):
            return reference(to: try variable(name, environment))
        case .keyPath(let base, let keys):
            return try keyPath(base, keys, environment)
        case .index(let base, .size):
            return try count(of: base, environment)
        case .function(let call):
            return try nested(3) { try function(call, environment) }
        case .aggregate(let elements):
            return .list(elements)
        case .subquery:
            return .members(try memberSet(expression, [], environment))
        case .conditional(let test, let yes, let no):
            return try nested(4) { try conditional(test, yes, no, environment) }
        default:
            throw StoreError.unsupported("Unsupported expression \(PredicatePrinter.format(expression))")
        }
    }

    func reference(to node: PathNode) -> Operand {
        .typed(node.key, .reference(root: mapping.schema[node.entity].root))
    }

    private func variable(_ name: String, _ environment: Environment) throws -> PathNode {
        guard let node = environment.variables[name] else {
            throw StoreError.unsupported("Can't get value for '\(name)' in bindings {\n}.")
        }
        return node
    }

    private func keyPath(
        _ base: ExpressionNode, _ keys: [String], _ environment: Environment
    ) throws -> Operand {
        guard let place = keys.firstIndex(where: { $0.hasPrefix("@") }) else {
            return try plainKeyPath(base, keys, environment)
        }
        let name = String(keys[place].dropFirst())
        let path = Array(keys[..<place] + keys[(place + 1)...])
        if name == "count", let merged = try merged(base, path, environment) {
            return .typed(try merged.count(), .computed)
        }
        guard let members = try collection(base, path, environment) else {
            if environment.aggregatesRows { return try rowAggregate(name, base, path, environment) }
            throw StoreError.unsupported(
                "Unsupported function expression \(PredicatePrinter.format(.keyPath(base: base, keys: keys)))"
            )
        }
        return try aggregate(name, members)
    }

    private func plainKeyPath(
        _ base: ExpressionNode, _ keys: [String], _ environment: Environment
    ) throws -> Operand {
        if case .subquery = base { return .members(try memberSet(base, keys, environment)) }
        let start = try node(base, environment)
        return try operand(at: try KeyPathWalk(mapping: mapping, keys: keys).end(from: start))
    }

    /// The object that a key path starts at.
    func node(_ base: ExpressionNode, _ environment: Environment) throws -> PathNode {
        switch base {
        case .evaluatedObject: return environment.evaluated
        case .variable(let name): return try variable(name, environment)
        case .keyPath(let inner, let keys):
            let start = try node(inner, environment)
            if case .object(let node) = try KeyPathWalk(mapping: mapping, keys: keys).end(from: start) {
                return node
            }
            fallthrough
        default:
            if case .function(let call) = base, let node = try objectCast(call, environment) { return node }
            throw StoreError.unsupported("Unsupported expression \(PredicatePrinter.format(base))")
        }
    }

    /// An object that is cast to an entity of its hierarchy; nil for any other call.
    private func objectCast(_ call: FunctionCall, _ environment: Environment) throws -> PathNode? {
        guard call.name == "castObject:toType:", call.arguments.count == 2,
            case .constant(.string(let name)) = call.arguments[1]
        else { return nil }
        return try node(call.arguments[0], environment).cast(to: mapping.schema.entity(named: name), name)
    }

    func operand(at end: PathEnd) throws -> Operand {
        switch end {
        case .attribute(let column, let attribute):
            return .typed(column, ValueType(attribute))
        case .object(let node): return reference(to: node)
        case .entity(let node): return .typed(try node.entityValue(), .entity)
        case .members(let path): return .members(.path(path))
        case .merged(let merged): return .merged(merged)
        case .parts: throw StoreError.wholeParts
        }
    }

    /// The members that an expression names; nil when it does not lead to a to-many relationship.
    func collection(
        _ base: ExpressionNode, _ keys: [String], _ environment: Environment
    ) throws -> MemberSet? {
        if case .subquery = base { return try memberSet(base, keys, environment) }
        guard !keys.isEmpty else { return nil }
        let start = try node(base, environment)
        guard case .members(let path) = try KeyPathWalk(mapping: mapping, keys: keys).end(from: start) else {
            return nil
        }
        return .path(path)
    }

    /// The part of a set or dictionary at the end of some keys; nil when the keys lead elsewhere.
    private func merged(
        _ base: ExpressionNode, _ keys: [String], _ environment: Environment
    ) throws -> MergedOperand? {
        if case .subquery = base { return nil }
        guard !keys.isEmpty else { return nil }
        let end = try KeyPathWalk(mapping: mapping, keys: keys).end(from: try node(base, environment))
        if case .merged(let merged) = end { return merged }
        return nil
    }

    private func memberSet(
        _ subquery: ExpressionNode, _ keys: [String], _ environment: Environment
    ) throws -> MemberSet {
        guard case .subquery(let collection, let variable, let predicate) = subquery,
            case .members(let members) = try operand(collection, environment)
        else { throw StoreError.unsupported("the collection of a SUBQUERY must be a to-many relationship") }
        return .subquery(members, variable: variable, predicate, environment: environment, rest: keys)
    }

    private func count(of base: ExpressionNode, _ environment: Environment) throws -> Operand {
        let operand = try operand(base, environment)
        if case .merged(let merged) = operand { return .typed(try merged.count(), .computed) }
        guard case .members(let members) = operand else {
            throw StoreError.unsupported("Unsupported expression \(PredicatePrinter.format(base))[SIZE]")
        }
        return try aggregate("count", members)
    }

    /// An operand as a single value; a constant is bound in the form of `type`, the type on the other side.
    func value(_ operand: Operand, for type: ValueType) throws -> SQLExpression? {
        switch operand {
        case .typed(let expression, _): return expression
        case .constant(let constant): return try bind(constant, for: type).map(SQLExpression.value)
        case .members: throw StoreError.toManyKey
        case .merged(let merged): return try merged.plain()
        case .list: throw StoreError.unsupported("a collection cannot be compared with a single value")
        }
    }

    /// An expression as a single value of its own type.
    func value(_ expression: ExpressionNode, _ environment: Environment) throws -> SQLExpression {
        try value(try operand(expression, environment), for: .computed) ?? .null
    }

    private func conditional(
        _ test: PredicateNode, _ yes: ExpressionNode, _ no: ExpressionNode, _ environment: Environment
    ) throws -> Operand {
        let (yes, no) = (try operand(yes, environment), try operand(no, environment))
        try requireTypes([yes, no], "TERNARY")
        try requireNoEntity([yes, no], "TERNARY")
        let type = Self.type(of: yes, or: no)
        let choice = SQLExpression.choice(
            try condition(test, environment), then: try branch(yes, beside: no, type),
            otherwise: try branch(no, beside: yes, type))
        return .typed(choice, type)
    }

    /// Refuses parts of sets and dictionaries, because they have no declared type.
    func requireTypes(_ operands: [Operand], _ function: String) throws {
        for case .merged(let merged) in operands { throw StoreError.uncomputed(merged.keys, by: function) }
    }

    private static func type(of yes: Operand, or no: Operand) -> ValueType {
        if yes.isText || no.isText { return .attribute(.string) }
        if yes.isMixed(with: no) { return .computed }
        if case .typed(_, let known) = yes { return known }
        if case .typed(_, let known) = no { return known }
        if yes.isDecimal || no.isDecimal { return .attribute(.decimal) }
        return [yes, no].contains { $0.kind == .date } ? .attribute(.date) : .computed
    }

    private func branch(_ operand: Operand, beside other: Operand, _ type: ValueType) throws -> SQLExpression
    {
        // A number stays a number beside a text: only comparisons convert it to a text.
        let value = try value(operand, for: operand.kind == .number ? .computed : type) ?? .null
        // A decimal may be stored as an integer; without the cast a division would treat it as a whole number.
        return operand.isDecimal && operand.isMixed(with: other) ? .cast(value, "REAL") : value
    }
}

extension Operand {
    /// Whether one of two numbers is a decimal.
    fileprivate func isMixed(with other: Operand) -> Bool {
        isDecimal != other.isDecimal && kind == .number && other.kind == .number
    }
}
