// SPDX-License-Identifier: Apache-2.0
// Random fetches over the entities of PredicateShop.swift: orders of objects, counts, tuples with expressions, groups. Their
// predicates are made by PredicateGenerator.swift; FetchAnswers.swift asks the stores and compares.

import Foundation
import PerdurePredicates
import PerdureStore

/// Makes fetch plans from a seed.
package struct PlanGenerator {
    package var predicates: PredicateGenerator
    private let schema: Schema
    /// The entity of the plan that is being made.
    var scope = PredicateGenerator.Scope(entity: "Item")

    package init(seed: UInt64, schema: Schema, keys: [String: [ObjectKey]]) {
        predicates = PredicateGenerator(seed: seed, keys: keys)
        self.schema = schema
    }

    /// A plan whose results have one order, or that has no limit.
    package mutating func plan() -> FetchPlan {
        let entity = pick(["Item", "Item", "Owner", "Tag", "Offer"])
        scope = .init(entity: entity == "Offer" ? "Item" : entity)
        var plan = FetchPlan(entity: schema.entity(named: entity)?.number ?? 0)
        plan.nullSemantics = pick([.sql, .foundation])
        if chance(3) == 0 { plan.predicate = predicates.predicate(scope.entity) }
        switch chance(8) {
        case 0, 1: order(&plan)
        case 2: count(&plan)
        case 3, 4: tuples(&plan)
        case 5: aggregates(&plan)
        default: groups(&plan)
        }
        return plan
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { predicates.pick(values) }
    private mutating func chance(_ count: Int) -> Int { predicates.chance(count) }

    // MARK: - Objects

    private mutating func order(_ plan: inout FetchPlan) {
        plan.shape = .keys
        plan.sort = (0..<pick([1, 1, 2, 3])).map { _ in term() }
        page(&plan)
    }

    private mutating func count(_ plan: inout FetchPlan) {
        plan.shape = .count
        page(&plan)
    }

    private mutating func page(_ plan: inout FetchPlan) {
        if chance(2) == 0 { plan.limit = pick([0, 1, 2, 3, 5, 20]) }
        if chance(3) == 0 { plan.offset = pick([1, 2, 3, 10]) }
    }

    private mutating func term() -> SortTerm {
        if chance(6) == 0 {
            let key = pick(EntityShape.of(scope.entity).toMany).key
            return SortTerm([key, "@count"], isAscending: chance(2) == 0)
        }
        let keys = path()
        let isText = ["name", "note"].contains(keys.last)
        return SortTerm(
            keys, isAscending: chance(2) == 0,
            collation: isText
                ? pick([
                    .literal, .literal, .caseInsensitive, .localized, .localizedCaseInsensitive,
                    .localizedStandard,
                ]) : .literal)
    }

    /// The keys of an attribute, perhaps over to-one relationships.
    private mutating func path() -> [String] {
        while true {
            guard case .keyPath(.evaluatedObject, let keys) = predicates.anything(scope) else { continue }
            return keys
        }
    }

    // MARK: - Tuples

    private mutating func tuples(_ plan: inout FetchPlan) {
        var shape = TupleShape(columns: columns(pick([1, 1, 2, 3])) { $0.column($1) })
        shape.isDistinct = chance(2) == 0
        arrange(&plan, shape, extra: { $0.term() })
    }

    private mutating func aggregates(_ plan: inout FetchPlan) {
        let shape = TupleShape(columns: columns(pick([1, 2, 3])) { $0.aggregate($1) })
        plan.shape = .tuples(shape)
    }

    private mutating func groups(_ plan: inout FetchPlan) {
        let keys = columns(pick([1, 1, 2])) { $0.column($1) }
        var shape = TupleShape(columns: keys.filter { _ in chance(4) > 0 })
        shape.columns += columns(pick([1, 1, 2]), from: keys.count) { $0.aggregate($1) }
        shape.groupBy = keys.map(\.expression)
        if chance(2) == 0 { shape.having = having(pick([0, 0, 1, 2]), keys) }
        shape.isDistinct = chance(5) == 0
        arrange(&plan, shape) { generator in
            let paths = keys.compactMap { column -> [String]? in
                guard case .keyPath(.evaluatedObject, let keys) = column.expression,
                    !keys.contains(where: { $0.hasPrefix("@") })
                else { return nil }
                return keys
            }
            let keys = generator.chance(4) == 0 ? generator.path() : paths.first ?? generator.path()
            return SortTerm(keys, isAscending: generator.chance(2) == 0)
        }
    }

    /// Orders the results by columns and by other keys; all columns stand at the end, so that equal tuples alone have no order.
    private mutating func arrange(
        _ plan: inout FetchPlan, _ shape: TupleShape, extra: (inout Self) -> SortTerm
    ) {
        plan.shape = .tuples(shape)
        guard chance(4) > 0 else { return }
        if chance(2) == 0 { plan.sort.append(extra(&self)) }
        if chance(4) == 0 { plan.sort.append(extra(&self)) }
        let names = shape.columns.filter { $0.type != .undefined }.map(\.name)
        plan.sort += names.shuffled(using: &predicates.random).map {
            SortTerm($0.split(separator: ".").map(String.init), isAscending: chance(2) == 0)
        }
        if names.count == shape.columns.count { page(&plan) }
    }

    private mutating func columns(
        _ count: Int, from first: Int = 0, _ make: (inout Self, String) -> TupleShape.Column
    ) -> [TupleShape.Column] {
        var columns: [TupleShape.Column] = []
        for number in first..<first + count {
            let column = make(&self, "c\(number)")
            if !columns.contains(where: { $0.name == column.name }) { columns.append(column) }
        }
        return columns
    }

    private mutating func column(_ name: String) -> TupleShape.Column {
        switch chance(8) {
        case 0...3: return plain()
        case 4:
            return .init(name: "objectID", expression: .evaluatedObject, type: .objectID)
        case 5:
            guard chance(5) == 0 else {
                return .init(name: name, expression: number(pick([1, 2])), type: .double)
            }
            return ofMembers(name)
        case 6: return .init(name: name, expression: predicates.text(pick([1, 2]), scope), type: .string)
        default: return .init(name: name, expression: predicates.date(scope), type: .date)
        }
    }

    /// A function of a row's members.
    private mutating func ofMembers(_ name: String) -> TupleShape.Column {
        let (members, entity) = predicates.collection(scope)
        let numbers = EntityShape.of(entity).numbers.filter { !["number", "amount", "weight"].contains($0) }
        guard let number = numbers.first else {
            return .init(
                name: name, expression: .function(FunctionCall("count:", [members])), type: .integer64)
        }
        let function = pick(["min:", "max:", "sum:", "average:"])
        return .init(
            name: name, expression: .function(FunctionCall(function, [members.appending([number])])),
            type: .double)
    }

    private mutating func plain() -> TupleShape.Column {
        let keys = path()
        var layout = schema.entity(named: scope.entity)
        for key in keys.dropLast() {
            layout = layout?.property(named: key)?.relationship.map { schema[$0.destination] }
        }
        let type = layout?.property(named: keys.last ?? "")?.attribute?.type ?? .objectID
        return .init(
            name: keys.joined(separator: "."), expression: .keyPath(base: .evaluatedObject, keys: keys),
            type: type)
    }

    /// An aggregate of the rows, or arithmetic with one.
    private mutating func aggregate(_ name: String) -> TupleShape.Column {
        let (expression, type) = aggregated()
        guard type == .double, chance(5) == 0 else {
            return .init(name: name, expression: expression, type: type)
        }
        let sum = ExpressionNode.function(
            FunctionCall("add:to:", [expression, .constant(.integer(pick([0, 1, 2])))]))
        return .init(name: name, expression: sum, type: .double)
    }

    private mutating func aggregated() -> (ExpressionNode, StoredAttributeType) {
        func call(_ name: String, _ argument: ExpressionNode) -> ExpressionNode {
            .function(FunctionCall(name, [argument]))
        }
        switch chance(7) {
        case 6:
            guard chance(2) == 0 else { return (.key("@count"), .integer64) }
            let number = ["Item": "small", "Owner": "age", "Tag": "weight"][scope.entity] ?? "small"
            return (.keyPath(base: .evaluatedObject, keys: [pick(["@min", "@max"]), number]), .double)
        case 0:
            return (
                call("count:", chance(3) == 0 ? .evaluatedObject : predicates.anything(scope)), .integer64
            )
        case 1:
            let plain = plain()
            let refuses = [.objectID, .boolean].contains(plain.type)
            return refuses
                ? (call("count:", plain.expression), .integer64)
                : (call(pick(["min:", "max:"]), plain.expression), plain.type)
        case 2: return (call(pick(["min:", "max:"]), text()), .string)
        case 3: return (call(pick(["min:", "max:"]), number(1)), .double)
        default:
            let numbers =
                ["Item": ["small", "price"], "Owner": ["age", "balance"]][scope.entity] ?? ["weight"]
            guard scope.entity != "Tag" else { return (call("count:", .key("weight")), .integer64) }
            return (call(pick(["sum:", "average:"]), .key(pick(numbers))), .double)
        }
    }

    // MARK: - Having

    private mutating func having(_ depth: Int, _ keys: [TupleShape.Column]) -> PredicateNode {
        guard depth > 0 else { return test(keys) }
        switch chance(4) {
        case 0: return .and([having(depth - 1, keys), having(depth - 1, keys)])
        case 1: return .or([having(depth - 1, keys), having(depth - 1, keys)])
        case 2: return .not(having(depth - 1, keys))
        default: return test(keys)
        }
    }

    private mutating func test(_ keys: [TupleShape.Column]) -> PredicateNode {
        var (left, type) = aggregated()
        if chance(4) == 0 {
            let key = pick(keys)
            (left, type) = (key.expression, key.type)
        }
        let comparison = pick([ComparisonNode.Comparison.equal, .notEqual, .lessThan, .greaterThanOrEqual])
        switch type {
        case .integer16, .integer32, .integer64, .double, .float, .decimal:
            if chance(6) == 0 {
                let list = predicates.list { $0.numberConstant() }
                return .comparison(ComparisonNode(left, .isIn, list, qualifier: .direct, options: []))
            }
            let right = chance(4) == 0 ? aggregated() : (.constant(predicates.numberConstant()), .double)
            let isNumber = [.integer64, .double].contains(right.1)
            return make(left, comparison, isNumber ? right.0 : .constant(.integer(1)))
        case .string:
            return make(
                left, pick([comparison, .contains, .beginsWith]), .constant(.string(pick(Pools.texts))))
        case .date: return make(left, comparison, .constant(.date(pick(Pools.dates))))
        default: return make(left, pick([.equal, .notEqual]), .constant(.null))
        }
    }

    private mutating func make(
        _ left: ExpressionNode, _ comparison: ComparisonNode.Comparison, _ right: ExpressionNode
    ) -> PredicateNode {
        if chance(8) == 0 {
            return .comparison(
                ComparisonNode(
                    left, pick([.equal, .notEqual]), .constant(.null), qualifier: .direct, options: []))
        }
        return .comparison(ComparisonNode(left, comparison, right, qualifier: .direct, options: []))
    }
}
