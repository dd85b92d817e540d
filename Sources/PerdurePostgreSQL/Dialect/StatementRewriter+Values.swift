// SPDX-License-Identifier: Apache-2.0
// Values with their kinds: columns, constants, arithmetic (PG-119, PG-120). Functions are in StatementRewriter+Functions.swift.

#if PostgreSQL
import Foundation
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    func value(_ expression: SQLExpression) throws -> ServerTerm {
        try visit()
        if let key = groupKey(expression) { return key }
        switch expression {
        case .column(let alias, let name): return ServerTerm(expression, kind(name, of: alias))
        case .own(let name), .proposed(let name): return ServerTerm(expression, kind(name, of: nil))
        case .value(let binding): return constant(binding)
        case .parameter, .literal, .countAll: return ServerTerm(expression, .integer)
        case .truth(let value): return ServerTerm(.literal(value ? 1 : 0), .integer)
        case .null: return .null
        case .binary(let left, let symbol, let right) where !symbol.compares:
            return try arithmetic(value(left), symbol, value(right))
        case .prefix(let symbol, let part): return try prefix(symbol, value(part))
        case .scalar(let select):
            let (select, kinds) = try typed(select)
            return ServerTerm(.scalar(select), kinds.first ?? .integer)
        case .call(let name, let arguments): return try call(name, arguments)
        case .fallback(let first, let second): return try fallback(first, second)
        case .cast(let part, let type): return try cast(value(part), type)
        case .choice(let test, let yes, let no):
            return choice(try condition(test), try value(yes), try value(no))
        case .collated(let part, let collation):
            return ServerTerm(.collated(try value(part).flat.expression, collation), .text)
        default:
            return ServerTerm(.cast(try condition(expression), "integer"), .narrow)
        }
    }

    private func constant(_ binding: SQLBinding) -> ServerTerm {
        switch binding {
        case .null, .list, .answer: .null
        case .integer: ServerTerm(.value(binding), .integer)
        case .real: ServerTerm(.value(binding), .double)
        case .text: ServerTerm(.value(binding), .text)
        case .blob: ServerTerm(.value(binding), .data)
        case .decimal(let number):
            number.isNaN ? ServerTerm(.value(.real(.nan)), .double) : ServerTerm(.value(binding), .decimal)
        case .uuid: ServerTerm(.value(binding), .uuid)
        case .boolean: ServerTerm(.value(binding), .boolean)
        }
    }

    /// One of two values; they keep their kinds where the kinds differ.
    private func choice(_ test: SQLExpression, _ yes: ServerTerm, _ no: ServerTerm) -> ServerTerm {
        let (first, second) = (yes.asUUID(beside: no), no.asUUID(beside: yes))
        if case .single(let left) = first, case .single(let right) = second,
            left.kind == right.kind || left.kind == .null || right.kind == .null
        {
            let kind = ServerTerm.common(left.kind, right.kind)
            return ServerTerm(
                .choice(
                    test, then: left.converted(to: kind).expression,
                    otherwise: right.converted(to: kind).expression), kind)
        }
        return .either(test, first, second)
    }

    func fallback(_ first: SQLExpression, _ second: SQLExpression) throws -> ServerTerm {
        let (first, second) = (try value(first).flat, try value(second).flat)
        let kind = ServerTerm.common(first.kind, second.kind)
        let (left, right) = (first.converted(to: kind), second.converted(to: kind))
        return ServerTerm(.fallback(left.expression, right.expression), kind)
    }

    // MARK: Arithmetic

    func arithmetic(_ left: ServerTerm, _ symbol: SQLOperator, _ right: ServerTerm) throws -> ServerTerm {
        try left.map { left in
            try right.map { right in
                if left.kind == .null || right.kind == .null { return .null }
                guard left.kind.isNumber, right.kind.isNumber else {
                    throw unsupported(
                        "a server cannot compute \(left.kind.type) \(symbol.rawValue) \(right.kind.type)")
                }
                return computed(left, symbol, right)
            }
        }
    }

    private func computed(
        _ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm
    ) -> ServerTerm {
        switch symbol {
        case .add, .subtract, .multiply, .divide:
            if left.kind.isWhole, right.kind.isWhole { return whole(left, symbol, right) }
            if left.kind == .double || right.kind == .double {
                let sides = [left.asDouble.expression, right.asDouble.expression]
                return ServerTerm(function(Self.functions[symbol] ?? "", sides), .double)
            }
            return decimals(left.asDecimal.expression, symbol, right.asDecimal.expression)
        case .shiftLeft, .shiftRight:
            let name = symbol == .shiftLeft ? "perdure_shift_left" : "perdure_shift_right"
            let sides = [left.asWhole.expression, right.asWhole.expression]
            return ServerTerm(function(name, sides), .integer)
        default: return whole(left, symbol, right)
        }
    }

    private static let functions: [SQLOperator: String] = [
        .add: "perdure_add", .subtract: "perdure_subtract", .multiply: "perdure_multiply",
        .divide: "perdure_divide",
    ]

    private func whole(_ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm) -> ServerTerm
    {
        let divides = symbol == .divide || symbol == .modulus
        let right = right.asWhole.expression
        return ServerTerm(
            .binary(
                left.asWhole.expression, symbol, divides ? .call("nullif", [right, .literal(0)]) : right),
            .integer)
    }

    private func decimals(_ left: SQLExpression, _ symbol: SQLOperator, _ right: SQLExpression) -> ServerTerm
    {
        guard symbol == .divide else { return ServerTerm(.binary(left, symbol, right), .decimal) }
        return ServerTerm(function("perdure_quotient", [left, right]), .decimal)
    }

    private func prefix(_ symbol: SQLPrefix, _ part: ServerTerm) throws -> ServerTerm {
        part.map { value in
            switch symbol {
            case _ where value.kind == .null: .null
            case .complement: ServerTerm(.prefix(.complement, value.asWhole.expression), .integer)
            // The sign keeps the server from using an index; other kinds have none.
            case .plus where value.kind.isNumber && value.kind != .boolean:
                ServerTerm(.prefix(.plus, value.expression), value.kind)
            case .plus: .single(value)
            case .minus: ServerTerm(.prefix(.minus, value.comparable.expression), value.comparable.kind)
            }
        }
    }

    // MARK: Casts

    private func cast(_ part: ServerTerm, _ type: String) throws -> ServerTerm {
        try part.map { value in
            switch type {
            // The shared tree makes doubles of decimals, so that SQLite does not divide them as whole numbers.
            case "REAL" where value.kind == .double: .single(value)
            case "REAL": .single(value.asDecimal)
            case "TEXT" where value.kind == .boolean:
                ServerTerm(.collated(.cast(value.asWhole.expression, "text"), "C"), .text)
            case "TEXT": ServerTerm(.collated(.cast(value.expression, "text"), "C"), .text)
            default: throw unsupported("a server has no cast to \(type)")
            }
        }
    }
}

extension ServerTerm {
    /// Bytes beside a UUID as the UUID that they are.
    fileprivate func asUUID(beside other: ServerTerm) -> ServerTerm {
        guard case .single(let value) = self, case .single(let neighbour) = other, neighbour.kind == .uuid,
            case .blob(let data)? = value.constant, let uuid = data.asUUID
        else { return self }
        return ServerTerm(.value(.uuid(uuid)), .uuid)
    }
}
#endif
