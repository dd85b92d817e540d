// SPDX-License-Identifier: Apache-2.0
// Random expressions: paths, constants, arithmetic, functions, aggregates. Part of PredicateGenerator.swift.

import Foundation
import PerdurePredicates
import PerdureStore

extension PredicateGenerator {
    // MARK: - Paths

    /// An object: SELF, a variable, or what to-one relationships of it lead to.
    package mutating func object(_ scope: Scope) -> (ExpressionNode, entity: String) {
        var node = ExpressionNode.evaluatedObject
        var entity = scope.entity
        if chance(2) == 0, let variable = scope.variables.randomElement(using: &random) {
            node = .variable(variable.name)
            entity = variable.entity
        }
        while chance(3) == 0, let step = EntityShape.of(entity).toOne.randomElement(using: &random) {
            node = node.appending([step.key])
            entity = step.entity
        }
        return (node, entity)
    }

    /// The members of a to-many relationship, sometimes of several.
    package mutating func collection(_ scope: Scope) -> (ExpressionNode, entity: String) {
        var (node, entity) = object(scope)
        repeat {
            let step = pick(EntityShape.of(entity).toMany)
            node = node.appending([step.key])
            entity = step.entity
        } while chance(5) == 0
        return (node, entity)
    }

    /// A property of some kind of an object; nil if the object has none.
    package mutating func path<Property>(
        _ scope: Scope, _ properties: (EntityShape) -> [(key: String, Property)]
    )
        -> (
            ExpressionNode, String, Property
        )?
    {
        let (node, entity) = object(scope)
        guard let (key, property) = properties(EntityShape.of(entity)).randomElement(using: &random) else {
            return nil
        }
        return (node, key, property)
    }

    private mutating func property(_ scope: Scope, _ keys: (EntityShape) -> [String]) -> ExpressionNode? {
        let (node, entity) = object(scope)
        return keys(EntityShape.of(entity)).randomElement(using: &random).map { node.appending([$0]) }
    }

    /// Anything that has one value.
    package mutating func anything(_ scope: Scope) -> ExpressionNode {
        let (node, entity) = object(scope)
        let shape = EntityShape.of(entity)
        let keys =
            shape.numbers + shape.texts + shape.dates + shape.others.map(\.key) + shape.toOne.map(\.key)
        return node.appending([pick(keys)])
    }

    // MARK: - Numbers

    package mutating func numberConstant() -> ConstantValue {
        switch chance(4) {
        case 0: .double(pick(Pools.doubles))
        case 1: .decimal(pick(Pools.decimals))
        default: .integer(pick(Pools.integers))
        }
    }

    package mutating func number(_ depth: Int, _ scope: Scope) -> ExpressionNode {
        guard depth > 0 else {
            let attribute = property(scope) { $0.numbers }
            return chance(5) < 2 ? .constant(numberConstant()) : attribute ?? .constant(numberConstant())
        }
        switch chance(10) {
        case 0...2:
            let result = call(pick(Self.arithmetic), [number(depth - 1, scope), number(depth - 1, scope)])
            return result.losesDigits ? number(0, scope) : result
        case 3: return call("modulus:by:", [integer(scope), integer(scope)])
        case 4: return call(pick(Self.bitwise), [integer(scope), integer(scope)])
        case 5: return call(pick(["abs:", "noindex:"]), [number(depth - 1, scope)])
        case 6: return call(pick(["length:", "onesComplement:"]), scope, depth)
        case 7: return .conditional(predicate(depth - 1, scope), number(0, scope), number(0, scope))
        case 8: return aggregated(scope)
        default: return number(0, scope)
        }
    }

    private static let arithmetic = ["add:to:", "from:subtract:", "multiply:by:", "divide:by:"]
    private static let bitwise = [
        "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
    ]

    private func call(_ name: String, _ arguments: [ExpressionNode]) -> ExpressionNode {
        .function(FunctionCall(name, arguments))
    }

    private mutating func call(_ name: String, _ scope: Scope, _ depth: Int) -> ExpressionNode {
        call(name, [name == "length:" ? text(depth - 1, scope) : integer(scope)])
    }

    private mutating func integer(_ scope: Scope) -> ExpressionNode {
        let (node, entity) = object(scope)
        let key = ["Item": "small", "Owner": "age"][entity]
        guard let key, chance(2) == 0 else { return .constant(.integer(pick([0, 1, 2, 3, -2, 7, 70]))) }
        return node.appending([key])
    }

    /// @count, @sum and their kin.
    package mutating func aggregated(_ scope: Scope) -> ExpressionNode {
        let (members, entity) = collection(scope)
        if chance(3) == 0 { return members.appending(["@count"]) }
        let key = pick(
            EntityShape.of(entity).numbers.filter { $0 != "number" && $0 != "amount" && $0 != "weight" } + [
                "@count"
            ])
        guard key != "@count" else { return members.appending([key]) }
        return members.appending([pick(["@sum", "@min", "@max", "@avg"]), key])
    }

    package mutating func subqueryExpression(_ depth: Int, _ scope: Scope) -> ExpressionNode {
        let (members, entity) = collection(scope)
        let name = variable()
        var inner = scope
        inner.variables.append((name, entity))
        return .subquery(collection: members, variable: name, predicate: predicate(depth, inner))
    }

    // MARK: - Other kinds

    package mutating func text(_ depth: Int, _ scope: Scope) -> ExpressionNode {
        guard depth > 0 else {
            let attribute = property(scope) { $0.texts }
            return chance(5) < 2
                ? .constant(.string(pick(Pools.texts))) : attribute ?? .constant(.string("a"))
        }
        switch chance(6) {
        case 0: return call(pick(["lowercase:", "uppercase:", "canonical:"]), [text(depth - 1, scope)])
        case 1: return .conditional(predicate(depth - 1, scope), text(0, scope), text(0, scope))
        default: return text(0, scope)
        }
    }

    package mutating func date(_ scope: Scope) -> ExpressionNode {
        let attribute = property(scope) { $0.dates }
        let constant = ExpressionNode.constant(.date(pick(Pools.dates)))
        switch chance(6) {
        case 0, 1: return constant
        case 2:
            return call(
                pick(["add:to:", "from:subtract:"]),
                [attribute ?? constant, .constant(.integer(pick([0, 86_400])))])
        default: return attribute ?? constant
        }
    }

    /// A stored object, or one that is nowhere.
    package mutating func reference(_ entity: String) -> ConstantValue {
        guard let key = (keys[entity] ?? []).randomElement(using: &random) else { return .null }
        let number = chance(8) == 0 ? 999 : key.number
        return .reference(ObjectKey(entity: key.entity, root: key.root, number: number).reference)
    }

    package mutating func anyConstant() -> ConstantValue {
        switch chance(9) {
        case 0: .boolean(chance(2) == 0)
        case 1: .string(pick(Pools.texts))
        case 2: .string(pick(Pools.uuids).uuidString)
        case 3: .date(pick(Pools.dates))
        case 4: .data(pick(Pools.data))
        case 5: .uuid(pick(Pools.uuids))
        case 6: .url(pick(Pools.urls))
        case 7: reference(pick(["Item", "Owner", "Tag"]))
        default: numberConstant()
        }
    }
}

extension ExpressionNode {
    /// Whether decimals meet numbers too large for a fraction beside them: exact in memory, doubles in a store (MOD-112).
    fileprivate var losesDigits: Bool {
        var hasDecimals = false
        var hasLargeNumbers = false
        _ = rewritten { node in
            switch node {
            case .constant(.decimal): hasDecimals = true
            case .constant(.integer(let number)):
                hasLargeNumbers = hasLargeNumbers || number.magnitude > 1 << 40
            case .constant(.double): hasLargeNumbers = true
            case .keyPath(_, let keys):
                hasDecimals = hasDecimals || ["price", "balance"].contains(keys.last)
                hasLargeNumbers = hasLargeNumbers || ["number", "amount", "weight"].contains(keys.last)
            default: break
            }
            return nil
        }
        return hasDecimals && hasLargeNumbers
    }
}
