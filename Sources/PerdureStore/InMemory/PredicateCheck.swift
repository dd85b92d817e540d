// SPDX-License-Identifier: Apache-2.0
// Looks through the predicates and expressions of a plan for what a store cannot run: keys that are
// not stored, to-many keys where one value is needed, blocks (PRE-70 to PRE-76, PRE-110).

import PerdurePredicates

/// A check of predicates on one entity.
struct PredicateCheck {
    let schema: Schema
    let entity: Int32
    /// The entities of the variables of enclosing subqueries.
    var variables: [String: Int32] = [:]

    func check(_ predicate: PredicateNode) throws {
        switch predicate {
        case .truth: break
        case .and(let parts), .or(let parts): for part in parts { try check(part) }
        case .not(let part): try check(part)
        case .comparison(let comparison): try check(comparison)
        case .opaque: throw unsupported("Problem with subpredicate BLOCKPREDICATE: a store cannot run it")
        }
    }

    private func check(_ comparison: ComparisonNode) throws {
        guard comparison.comparison != .customSelector else {
            throw unsupported("a comparison by a custom selector has no form that a store can run")
        }
        try comparison.requirePattern()
        let isQualified = comparison.qualifier != .direct
        if isQualified { try requireCollection(comparison.left) }
        try check(comparison.left, allowsToMany: isQualified || comparison.comparison == .contains)
        try check(comparison.right, allowsToMany: comparison.comparison == .isIn)
    }

    /// Refuses ANY and ALL of a key path that gives one value at most, even where the value is nil in all rows.
    private func requireCollection(_ expression: ExpressionNode) throws {
        guard case .keyPath(let base, let keys) = expression, let start = try startEntity(of: base) else {
            return
        }
        var walk = KeyWalk(schema: schema, entity: start)
        for key in keys where try !walk.step(key, path: keys) { break }
        guard walk.hasToMany || walk.hasAggregate || walk.parts != nil else {
            throw StoreError.noCollection(expression)
        }
    }

    /// Refuses functions that would compute with parts of attributes.
    private func checkComputed(_ expressions: [ExpressionNode], in name: String, isAggregate: Bool = false)
        throws
    {
        for expression in expressions {
            guard case .keyPath(let base, let keys) = expression, let start = try startEntity(of: base) else {
                continue
            }
            var walk = KeyWalk(schema: schema, entity: start)
            for key in keys where try !walk.step(key, path: keys) { break }
            guard let parts = walk.parts, keys.last != "@count" else { continue }
            try parts.checkComputed(keys, by: name, isAggregate: isAggregate)
        }
    }

    func check(_ expression: ExpressionNode, allowsToMany: Bool = false) throws {
        switch expression {
        case .constant, .evaluatedObject, .variable, .anyKey: break
        case .keyPath(let base, let keys): try check(keys, base: base, allowsToMany: allowsToMany)
        case .index(let base, let index):
            try check(base, allowsToMany: true)
            if index != .size { try checkComputed([base], in: "[]") }
        case .function(let call):
            guard call.operand == nil else {
                throw unsupported("Unsupported function expression \(call.name)")
            }
            for argument in call.arguments { try check(argument, allowsToMany: true) }
            try checkComputed(
                call.arguments, in: call.name, isAggregate: AggregateCall(expression) != nil)
        case .aggregate(let elements): for element in elements { try check(element) }
        case .subquery(let collection, let variable, let predicate):
            try check(collection, allowsToMany: true)
            var inner = self
            inner.variables[variable] = try destination(of: collection)
            try inner.check(predicate)
        case .conditional(let test, let yes, let no):
            try check(test)
            try check(yes)
            try check(no)
            try checkComputed([yes, no], in: "TERNARY")
        case .setOperation(_, let left, let right):
            try check(left, allowsToMany: true)
            try check(right, allowsToMany: true)
        case .assignment, .fetch, .block: throw unsupported("Unsupported expression: a store cannot run it")
        }
    }

    private func check(_ keys: [String], base: ExpressionNode, allowsToMany: Bool) throws {
        guard let start = try startEntity(of: base) else { return try check(base, allowsToMany: true) }
        var walk = KeyWalk(schema: schema, entity: start)
        for (index, key) in keys.enumerated() where try !walk.step(key, path: keys) {
            if walk.parts != nil, walk.hasAggregate { throw StoreError.uncomputed(keys, by: "@") }
            try walk.parts?.check(keys[(index + 1)...], path: keys, allowsMany: allowsToMany)
            if walk.parts != nil, keys.last == "@count" { return }
            break
        }
        guard walk.hasAggregate || !walk.hasToMany || allowsToMany else {
            throw unsupported("to-many key not allowed here")
        }
    }

    /// The entity of the object at which a key path starts; nil when it starts at no object.
    private func startEntity(of base: ExpressionNode) throws -> Int32? {
        switch base {
        case .evaluatedObject: entity
        case .variable(let name): variables[name]
        case .function(let call): try castEntity(call)
        default: nil
        }
    }

    /// The entity that an object is cast to; nil for any other call.
    private func castEntity(_ call: FunctionCall) throws -> Int32? {
        guard call.name == "castObject:toType:", call.arguments.count == 2,
            case .constant(.string(let name)) = call.arguments[1],
            let start = try startEntity(of: call.arguments[0])
        else { return nil }
        guard let other = schema.entity(named: name), other.root == schema[start].root else {
            throw unsupported(
                "an object of the entity \(schema[start].name) is never one of the entity \(name)")
        }
        return other.number
    }

    private func destination(of collection: ExpressionNode) throws -> Int32? {
        guard case .keyPath(let base, let keys) = collection, let start = try startEntity(of: base) else {
            return nil
        }
        var walk = KeyWalk(schema: schema, entity: start)
        for key in keys where try !walk.step(key, path: keys) {
            guard walk.parts == nil else {
                throw unsupported("the collection of a SUBQUERY must be a to-many relationship")
            }
            return nil
        }
        return walk.layout.number
    }

    private func unsupported(_ reason: String) -> StoreError { .unsupported(UnsupportedRequest(reason)) }
}

/// Follows a key path from entity to entity.
private struct KeyWalk {
    let schema: Schema
    var layout: EntityLayout
    var hasToMany = false
    var hasAggregate = false
    /// The parts of the attribute that the path has come to, if it has any.
    private(set) var parts: AttributeParts?

    init(schema: Schema, entity: Int32) {
        self.schema = schema
        layout = schema[entity]
    }

    /// Takes one step; false when the key ends the walk, at an attribute or at the row's entity.
    mutating func step(_ key: String, path: [String]) throws -> Bool {
        if key.hasPrefix("@") {
            hasAggregate = true
            return true
        }
        if ["self", "SELF", "objectID"].contains(key) { return true }
        guard let property = layout.property(named: key), !property.isTransient else {
            if key == ReadableEntity.key, ["entity", "entity.name"].contains(path.from(key)) { return false }
            throw StoreError.unknownKeyPath(path, layout)
        }
        guard let relationship = property.relationship else {
            parts = property.parts
            return false
        }
        hasToMany = hasToMany || relationship.isToMany
        layout = schema[relationship.destination]
        return true
    }
}

extension [String] {
    /// The path from a key on.
    fileprivate func from(_ key: String) -> String { drop { $0 != key }.joined(separator: ".") }
}

extension StoreError {
    /// A key that the entity does not have or does not store; an SQL store reports it with the same text.
    static func unknownKeyPath(_ path: [String], _ layout: EntityLayout) -> StoreError {
        let keys = path.prefix { !$0.hasPrefix("@") }.joined(separator: ".")
        let entity = "<NSSQLEntity \(layout.name) id=\(layout.number)>"
        return .unsupported(UnsupportedRequest("keypath \(keys) not found in entity \(entity)"))
    }
}
