// SPDX-License-Identifier: Apache-2.0
// The aggregate functions of dictionary results (FET-60 to FET-66).

import Foundation
import PerdurePredicates

/// One call of an aggregate function over the rows of a group.
struct AggregateCall {
    private let function: Function
    let argument: ExpressionNode

    private enum Function: String {
        case count = "count:"
        case sum = "sum:"
        case average = "average:"
        case min = "min:"
        case max = "max:"
    }

    /// Recognises a call over rows; a list of values in braces is an ordinary function of one row.
    init?(_ node: ExpressionNode) {
        guard let (function, argument) = Self.call(node) ?? Self.path(node) else { return nil }
        self.function = function
        self.argument = argument
    }

    private static func call(_ node: ExpressionNode) -> (Function, ExpressionNode)? {
        guard case .function(let call) = node, call.operand == nil, call.arguments.count == 1,
            let function = Function(rawValue: call.name)
        else { return nil }
        if case .aggregate = call.arguments[0] { return nil }
        return (function, call.arguments[0])
    }

    /// `@count`, `@sum.price` and their kin, which name no members.
    private static func path(_ node: ExpressionNode) -> (Function, ExpressionNode)? {
        let names = ["@count": Function.count, "@sum": .sum, "@avg": .average, "@min": .min, "@max": .max]
        guard case .keyPath(.evaluatedObject, let keys) = node, let first = keys.first,
            let function = names[first]
        else { return nil }
        let rest = Array(keys.dropFirst())
        guard !rest.isEmpty else { return function == .count ? (function, .evaluatedObject) : nil }
        return (function, .keyPath(base: .evaluatedObject, keys: rest))
    }

    /// Whether the values are those of a row's members: then each row has a result of its own.
    func isOfMembers(_ entity: Int32, _ schema: Schema) -> Bool {
        switch argument {
        case .subquery: return true
        case .keyPath(.subquery, let keys): return !keys.contains { $0.hasPrefix("@") }
        default: return manySteps(entity, schema) > 0
        }
    }

    /// The function that makes one result of the results for several collections; nil where nothing does.
    var joiningFunction: String? {
        switch function {
        case .count, .sum: Function.sum.rawValue
        case .min, .max: function.rawValue
        case .average: nil
        }
    }

    /// How many to-many relationships the argument's path goes through; none where an operator makes one value of the members.
    func manySteps(_ entity: Int32, _ schema: Schema) -> Int {
        guard case .keyPath(.evaluatedObject, let keys) = argument,
            !keys.contains(where: { $0.hasPrefix("@") })
        else { return 0 }
        var (layout, count) = (schema[entity], 0)
        for key in keys {
            guard let relationship = layout.property(named: key)?.relationship else { return count }
            count += relationship.isToMany ? 1 : 0
            layout = schema[relationship.destination]
        }
        return count
    }

    /// Whether the function uses only the numbers among values of any kind.
    var wantsNumbers: Bool { function == .sum || function == .average }

    static func occurs(in expression: ExpressionNode) -> Bool {
        var isFound = false
        _ = expression.rewritten { node in
            if AggregateCall(node) != nil { isFound = true }
            return nil
        }
        return isFound
    }

    /// The result for values that are not null; null for no values, but a count is 0 (FET-66).
    func result(of values: [StoredValue]) -> ConstantValue {
        switch function {
        case .count: .integer(Int64(values.count))
        case .sum: values.isEmpty ? .null : sum(values)
        case .average: values.isEmpty ? .null : average(values)
        case .min: extreme(values, .orderedAscending)
        case .max: extreme(values, .orderedDescending)
        }
    }

    private func sum(_ values: [StoredValue]) -> ConstantValue {
        let doubles = values.compactMap { if case .double(let value) = $0 { value } else { nil } }
        if doubles.count == values.count { return .double(doubles.reduce(0, +)) }
        let total = values.reduce(Decimal(0)) { $0 + ($1.decimalNumberValue ?? 0) }
        let isWhole = values.allSatisfy { if case .integer = $0 { true } else { false } }
        if isWhole, let whole = Int64(exactly: NSDecimalNumber(decimal: total)) { return .integer(whole) }
        return .decimal(total)
    }

    private func average(_ values: [StoredValue]) -> ConstantValue {
        switch sum(values) {
        case .integer(let total): .double(Double(total) / Double(values.count))
        case .double(let total): .double(total / Double(values.count))
        case .decimal(let total): .decimal(total / Decimal(values.count))
        default: .null
        }
    }

    private func extreme(_ values: [StoredValue], _ wanted: ComparisonResult) -> ConstantValue {
        guard var best = values.first else { return .null }
        for value in values.dropFirst() where value.order(relativeTo: best, .literal) == wanted {
            best = value
        }
        return ConstantValue(best)
    }
}

extension ConstantValue {
    /// A row's value as a constant.
    fileprivate init(_ value: StoredValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .double(let number): self = .double(number)
        case .string(let text): self = .string(text)
        case .date(let seconds): self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .data(let data): self = .data(data)
        case .uuid(let uuid): self = .uuid(uuid)
        case .decimal(let box): self = .decimal(box.value)
        case .reference(let key): self = .reference(key.reference)
        default: self = .null
        }
    }
}
