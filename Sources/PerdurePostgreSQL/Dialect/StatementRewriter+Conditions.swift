// SPDX-License-Identifier: Apache-2.0
// Conditions: what may stand in WHERE. Comparisons of values are in StatementRewriter+Comparisons.swift.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// A condition of the server's type boolean.
    ///
    /// In a filter unknown counts as false, so a form may be chosen that indexes serve.
    func condition(_ expression: SQLExpression, isFilter: Bool = false) throws -> SQLExpression {
        try visit()
        switch expression {
        case .truth, .null: return expression
        case .and(let parts): return .and(try parts.map { try condition($0, isFilter: isFilter) })
        case .or(let parts): return .or(try parts.map { try condition($0, isFilter: isFilter) })
        case .not(let part): return .not(try condition(part))
        case .isTrue(let part): return .isTrue(try condition(part, isFilter: true))
        case .narrowed(let part, _): return try condition(part, isFilter: isFilter)
        case .exists(let select): return .exists(try self.select(select))
        case .choice(let test, let yes, let no):
            return .choice(try condition(test), then: try condition(yes), otherwise: try condition(no))
        case .call(SQLFunction.writesUUID.rawValue, let sides):
            return try compare(value(sides[0]), .equal, value(sides[1]))
        case .call(let name, let arguments):
            return try textTest(name, arguments, isFilter: isFilter)
                ?? mergedTest(name, arguments, isFilter: isFilter) ?? truth(of: expression)
        default: return try comparison(expression, isFilter: isFilter) ?? truth(of: expression)
        }
    }

    /// A number as a condition.
    private func truth(of expression: SQLExpression) throws -> SQLExpression {
        let value = try value(expression).flat
        if value.kind == .boolean || value.kind == .null { return value.expression }
        return .binary(value.expression, .notEqual, .literal(0))
    }

    /// A comparison, or a test for NULL or membership; nil for other expressions.
    private func comparison(_ expression: SQLExpression, isFilter: Bool) throws -> SQLExpression? {
        switch expression {
        case .isNull(let part): return nullTest(try value(part), isNull: true)
        case .isNotNull(let part): return nullTest(try value(part), isNull: false)
        case .binary(.call(SQLFunction.compare.rawValue, let sides), let symbol, .literal(0)):
            return try textOrder(sides, symbol, isFilter: isFilter)
        case .binary(let left, let symbol, let right) where symbol.compares:
            return try compare(value(left), symbol, value(right))
        case .between(let part, let low, let high):
            let part = try value(part)
            return .and([
                try compare(part, .greaterOrEqual, value(low)), try compare(part, .lessOrEqual, value(high)),
            ])
        case .inList(let part, let elements):
            return try membership(of: value(part), in: elements.map(value))
        case .inBoundList(let part, _, .list(let list)):
            return try membership(of: value(part), in: list)
        case .inSelects(let part, let selects):
            return .inSelects(try value(part).flat.expression, try selects.map(self.select))
        default: return nil
        }
    }

    private func nullTest(_ term: ServerTerm, isNull: Bool) -> SQLExpression {
        let value = term.flat
        if value.kind == .null { return .truth(isNull) }
        if value.constant != nil { return .truth(!isNull) }
        return isNull ? .isNull(value.expression) : .isNotNull(value.expression)
    }

    // MARK: Results that do not depend on the value

    /// False, or unknown where one of the values is NULL.
    func never(_ values: ServerValueTerm...) -> SQLExpression {
        let nulls = values.filter { $0.constant == nil }.map { SQLExpression.isNull($0.expression) }
        guard !nulls.isEmpty else { return .truth(false) }
        return .and([nulls.count == 1 ? nulls[0] : .or(nulls), .null])
    }

    /// True, or unknown where one of the values is NULL.
    func always(_ values: ServerValueTerm...) -> SQLExpression {
        let tests = values.filter { $0.constant == nil }.map { SQLExpression.isNotNull($0.expression) }
        guard !tests.isEmpty else { return .truth(true) }
        return .or([tests.count == 1 ? tests[0] : .and(tests), .null])
    }
}

extension SQLOperator {
    var compares: Bool {
        switch self {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .same, .notSame: true
        default: false
        }
    }

    /// Whether the operator asks for equality, in some way.
    var isEquality: Bool {
        switch self {
        case .equal, .notEqual, .same, .notSame: true
        default: false
        }
    }

    /// The operator with its sides exchanged.
    var turned: SQLOperator {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: self
        }
    }
}
#endif
