// SPDX-License-Identifier: Apache-2.0
// Function calls as SQL. A function that is not listed here is refused before anything runs.

import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    func function(_ call: FunctionCall, _ environment: Environment) throws -> Operand {
        guard call.operand == nil else { throw unsupported(call) }
        if Self.aggregates[call.name] == nil {
            let paths = try call.arguments.compactMap { try keyPathOperand($0, environment) }
            try requireTypes(paths, call.name)
            if !["noindex:", "indexed:by:"].contains(call.name) { try requireNoEntity(paths, call.name) }
        }
        if let name = Self.aggregates[call.name], call.arguments.count == 1 {
            return try aggregate(name, of: call.arguments[0], call, environment)
        }
        if let symbol = Self.operators[call.name], call.arguments.count == 2 {
            return try arithmetic(symbol, call, environment)
        }
        if let (function, type) = Self.textFunctions[call.name], call.arguments.count == 1 {
            let operand = try operand(call.arguments[0], environment)
            guard operand.kind == nil || operand.kind == .text else { throw unsupported(call) }
            let argument = try value(operand, for: .attribute(.string)) ?? .null
            return .typed(.call(function.rawValue, [argument]), type)
        }
        return try other(call, environment)
    }

    private func keyPathOperand(_ expression: ExpressionNode, _ environment: Environment) throws -> Operand? {
        guard case .keyPath(_, let keys) = expression, keys.count > 1,
            !keys.contains(where: { $0.hasPrefix("@") })
        else { return nil }
        return try operand(expression, environment)
    }

    private static let aggregates = [
        "count:": "count", "sum:": "sum", "average:": "avg", "min:": "min", "max:": "max",
    ]

    private static let operators: [String: SQLOperator] = [
        "add:to:": .add, "from:subtract:": .subtract, "multiply:by:": .multiply, "divide:by:": .divide,
        "modulus:by:": .modulus, "bitwiseAnd:with:": .bitAnd, "bitwiseOr:with:": .bitOr,
        "leftshift:by:": .shiftLeft, "rightshift:by:": .shiftRight,
    ]

    private static let textFunctions: [String: (SQLFunction, ValueType)] = [
        "lowercase:": (.lowercase, .attribute(.string)), "uppercase:": (.uppercase, .attribute(.string)),
        "canonical:": (.canonical, .attribute(.string)), "length:": (.length, .computed),
        "characterCount:": (.characterCount, .computed),
    ]

    private func unsupported(_ call: FunctionCall) -> StoreError {
        .unsupported("Unsupported function expression \(PredicatePrinter.format(.function(call)))")
    }

    private func arithmetic(
        _ symbol: SQLOperator, _ call: FunctionCall, _ environment: Environment
    ) throws -> Operand {
        let left = try operand(call.arguments[0], environment)
        let right = try operand(call.arguments[1], environment)
        guard let type = Self.type(of: left, symbol, right), let leftValue = try value(left, for: right.type),
            let rightValue = try value(right, for: left.type)
        else { throw unsupported(call) }
        // A decimal column stores whole numbers as integers, and the quotient of integers would be an integer.
        let isDecimal = symbol == .divide && [left, right].contains { $0.isDecimal }
        let result = SQLExpression.binary(
            isDecimal ? .cast(leftValue, "REAL") : leftValue, symbol, rightValue)
        let isInterval = left.kind == .date && right.kind == .date
        return .typed(isInterval ? Self.seconds(result) : result, type)
    }

    /// Dates that have become a number of seconds.
    ///
    /// A date of whole seconds may be stored as an integer, and a division would treat it as a whole number.
    private static func seconds(_ dates: SQLExpression) -> SQLExpression { .cast(dates, "REAL") }

    /// The type of an operator's result; nil for operands that it does not accept.
    private static func type(of left: Operand, _ symbol: SQLOperator, _ right: Operand) -> ValueType? {
        switch (left.kind ?? .number, symbol, right.kind ?? .number) {
        case (.number, _, .number): left.isDecimal || right.isDecimal ? .attribute(.decimal) : .computed
        case (.date, .add, .number), (.number, .add, .date), (.date, .subtract, .number): .attribute(.date)
        case (.date, .subtract, .date): .computed
        default: nil
        }
    }

    private func other(_ call: FunctionCall, _ environment: Environment) throws -> Operand {
        switch (call.name, call.arguments.count) {
        case ("now", 0), ("now:", 0):
            return .typed(.call(dialect.now, []), .attribute(.date))
        case ("abs:", 1):
            return try absolute(try operand(call.arguments[0], environment))
        case ("onesComplement:", 1):
            return .typed(.prefix(.complement, try value(call.arguments[0], environment)), .computed)
        case ("bitwiseXor:with:", 2):
            return try exclusiveOr(call, environment)
        case ("noindex:", 1):
            let operand = try operand(call.arguments[0], environment)
            guard case .typed(let value, let type) = operand else { return operand }
            return .typed(.prefix(.plus, value), type)
        case ("indexed:by:", 2):
            // The database chooses indexes by itself; it could refuse a statement that demands an index.
            return try operand(call.arguments[0], environment)
        case ("castObject:toType:", 2):
            return try cast(call, environment)
        default:
            throw unsupported(call)
        }
    }

    /// The number without its sign.
    ///
    /// SQLite's ABS fails for the least integer, whose negation is a floating-point number. A database with terms of its own
    /// minds that itself.
    private func absolute(_ operand: Operand) throws -> Operand {
        if dialect.adapter == nil, case .typed(let column, .attribute(.integer64)) = operand,
            case .column = column
        {
            let isNegative = SQLExpression.binary(column, .less, .literal(0))
            return .typed(
                .choice(isNegative, then: .prefix(.minus, column), otherwise: column), Self.number(operand))
        }
        return .typed(.call("ABS", [try value(operand, for: .computed) ?? .null]), Self.number(operand))
    }

    /// The type of a number that is computed from another one.
    ///
    /// A decimal stays a decimal, or its division would give whole numbers.
    private static func number(_ operand: Operand) -> ValueType {
        operand.isDecimal ? .attribute(.decimal) : .computed
    }

    /// Translates XOR, which not every database has: a ^ b is (a | b) - (a & b).
    private func exclusiveOr(_ call: FunctionCall, _ environment: Environment) throws -> Operand {
        let left = try doubled { try value(call.arguments[0], environment) }
        let right = try doubled { try value(call.arguments[1], environment) }
        return .typed(
            .binary(.binary(left, .bitOr, right), .subtract, .binary(left, .bitAnd, right)), .computed)
    }

    /// Translates the casts in which a database agrees with memory.
    ///
    /// A database formats fractions, and parses dates and decimals, in its own way.
    private func cast(_ call: FunctionCall, _ environment: Environment) throws -> Operand {
        guard case .constant(.string(let type)) = call.arguments[1] else { throw unsupported(call) }
        let operand = try operand(call.arguments[0], environment)
        let value = try value(operand, for: .computed) ?? .null
        switch (type, operand.kind) {
        case ("NSDate", .number), ("Date", .number), ("NSDate", .date), ("Date", .date):
            return .typed(value, .attribute(.date))
        case ("NSDecimalNumber", .number):
            return .typed(value, .attribute(.decimal))
        case ("NSNumber", .number):
            return .typed(value, Self.number(operand))
        case ("NSNumber", .date):
            return .typed(Self.seconds(value), .computed)
        case ("NSNumber", .text):
            return .typed(.call(SQLFunction.number.rawValue, [value]), .computed)
        case ("NSString", .text), ("String", .text):
            return .typed(value, .attribute(.string))
        case ("NSString", .number) where operand.isInteger, ("String", .number) where operand.isInteger:
            return .typed(.cast(value, "TEXT"), .attribute(.string))
        default:
            throw unsupported(call)
        }
    }

    /// Translates an aggregate over the members of a to-many relationship, or over the rows of the fetch if the environment
    /// allows that.
    private func aggregate(
        _ name: String, of argument: ExpressionNode, _ call: FunctionCall, _ environment: Environment
    ) throws -> Operand {
        let path: (base: ExpressionNode, keys: [String]) =
            if case .keyPath(let base, let keys) = argument { (base, keys) } else { (argument, []) }
        if !path.keys.contains(where: { $0.hasPrefix("@") }),
            let members = try collection(path.base, path.keys, environment)
        {
            return try aggregate(name, members, isFunction: true)
        }
        guard environment.aggregatesRows else { throw unsupported(call) }
        var inner = environment
        inner.aggregatesRows = false
        guard name != "count" || argument != .evaluatedObject else { return .typed(.countAll, .computed) }
        return try rowAggregate(name, try operand(argument, inner), call)
    }

    /// An aggregate over the rows of the fetch.
    private func rowAggregate(_ name: String, _ operand: Operand, _ call: FunctionCall) throws -> Operand {
        if name != "count" { try requireNoEntity([operand], call.name) }
        let onlyNumbers = name == "sum" || name == "avg"
        let value =
            try operand.merged?.plain(onlyNumbers: onlyNumbers) ?? value(operand, for: .computed) ?? .null
        switch name {
        case "count": return .typed(.call("COUNT", [value]), .computed)
        case "sum": return .typed(.call("SUM", [value]), Self.number(operand))
        case "avg": return .typed(.call("AVG", [value]), .computed)
        case "min": return .typed(.call("MIN", [value]), operand.type)
        case "max": return .typed(.call("MAX", [value]), operand.type)
        default: throw unsupported(call)
        }
    }

    /// Translates `@sum.amount` or `@count` without a to-many relationship: an aggregate over the rows of the fetch.
    func rowAggregate(
        _ name: String, _ base: ExpressionNode, _ path: [String], _ environment: Environment
    ) throws -> Operand {
        if name == "count", path.isEmpty { return .typed(.countAll, .computed) }
        var inner = environment
        inner.aggregatesRows = false
        let call = FunctionCall("\(name):", [.keyPath(base: base, keys: path)])
        return try rowAggregate(name, try operand(call.arguments[0], inner), call)
    }
}
