// SPDX-License-Identifier: Apache-2.0
// Comparisons of two values of known kinds (PG-119, PG-121). Numbers of different types are compared exactly, as in memory.

#if PostgreSQL
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    func compare(_ left: ServerTerm, _ symbol: SQLOperator, _ right: ServerTerm) throws -> SQLExpression {
        try left.condition { left in
            try right.condition { right in try compare(left, symbol, right) }
        }
    }

    private func compare(
        _ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm
    ) throws -> SQLExpression {
        if left.kind == .null || right.kind == .null { return withNull(left, symbol, right) }
        if left.kind.isNumber, right.kind.isNumber { return numbers(left, symbol, right) }
        if let (left, right) = sameKind(left, right) ?? sameKind(right, left).map({ ($1, $0) }) {
            switch left.kind {
            case .text: return texts(left, symbol, right)
            case .data: return dataBeginnings(left, symbol, right)
            default: return .binary(left.expression, symbol, right.expression)
            }
        }
        return try strangers(left, symbol, right)
    }

    private func withNull(
        _ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm
    ) -> SQLExpression {
        guard symbol == .same || symbol == .notSame else { return .null }
        let other = left.kind == .null ? right : left
        if other.kind == .null { return .truth(symbol == .same) }
        if other.constant != nil { return .truth(symbol == .notSame) }
        return symbol == .same ? .isNull(other.expression) : .isNotNull(other.expression)
    }

    /// Both sides as values of one kind that is no number; nil where they have none.
    private func sameKind(_ left: ServerValueTerm, _ right: ServerValueTerm) -> (
        ServerValueTerm, ServerValueTerm
    )? {
        if left.kind == right.kind { return (left, right) }
        switch (left.kind, right.kind, right.constant) {
        case (.uuid, .data, .blob(let data)?):
            return data.asUUID.map { (left, ServerValueTerm(.value(.uuid($0)), .uuid)) }
        case (.uuid, .text, _):
            let text = ServerValueTerm(.cast(left.expression, "text"), .text)
            return (text, ServerValueTerm(.call("lower", [.collated(right.expression, "C")]), .text))
        default: return nil
        }
    }

    /// Values of kinds that are never equal.
    private func strangers(
        _ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm
    ) throws -> SQLExpression {
        switch symbol {
        case .equal: return never(left, right)
        case .notEqual: return always(left, right)
        case .same, .notSame:
            let nulls = [left, right].map { side -> SQLExpression in
                side.constant == nil ? .isNull(side.expression) : .truth(false)
            }
            return symbol == .same ? .and(nulls) : .not(.and(nulls))
        default:
            throw unsupported(
                "Can't order \(left.kind.type) and \(right.kind.type) on a server; compare values of one kind"
            )
        }
    }

    // MARK: Texts

    private func texts(
        _ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm
    ) -> SQLExpression {
        if case .text(let text)? = left.constant, text.utf8.contains(0) {
            return texts(right, symbol.turned, left)
        }
        guard case .text(let text)? = right.constant, text.utf8.contains(0) else {
            guard !symbol.isEquality, !left.isColumn, !right.isColumn else {
                let test = SQLExpression.binary(left.expression, symbol, right.expression)
                if let text = right.text { return beginnings(left, symbol, text, test) }
                return left.text.map { beginnings(right, symbol.turned, $0, test) } ?? test
            }
            return .binary(.collated(left.expression, "C"), symbol, right.expression)
        }
        // No stored text has U+0000 (PG-37): the text before it is the greatest one below the constant.
        let prefix = SQLExpression.value(.text(String(text.prefix(untilNull: ()))))
        switch symbol {
        case .equal: return never(left)
        case .notEqual: return always(left)
        case .same: return .truth(false)
        case .notSame: return .truth(true)
        case .less, .lessOrEqual: return .binary(left.expression, .lessOrEqual, prefix)
        default: return .binary(left.expression, .greater, prefix)
        }
    }

    // MARK: Numbers

    private func numbers(
        _ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm
    ) -> SQLExpression {
        if left.constant != nil, right.constant == nil { return numbers(right, symbol.turned, left) }
        if case .real(let number)? = right.constant, number.isNaN { return withNaN(left, symbol) }
        if left.kind == .boolean, symbol.isEquality, let test = flag(left, symbol, right) { return test }
        switch (left.kind, right.kind) {
        case _ where left.kind.isWhole && right.kind.isWhole:
            return .binary(left.comparable.expression, symbol, right.comparable.expression)
        case (.double, .double), (.decimal, .decimal):
            return .binary(left.expression, symbol, right.expression)
        case (.decimal, .double) where symbol.isEquality && right.wholeReal != nil:
            // A whole decimal equals a double exactly, in memory too.
            return .binary(left.expression, symbol, .value(.decimal(Decimal(right.wholeReal ?? 0))))
        case (.decimal, .double), (.double, .decimal):
            return .binary(left.asDouble.expression, symbol, right.asDouble.expression)
        case (.decimal, _), (_, .decimal):
            return .binary(left.asDecimal.expression, symbol, right.asDecimal.expression)
        case (.double, _): return wholeAndDouble(right, symbol.turned, left)
        default: return wholeAndDouble(left, symbol, right)
        }
    }

    private func withNaN(_ left: ServerValueTerm, _ symbol: SQLOperator) -> SQLExpression {
        switch symbol {
        case .notEqual: always(left)
        case .same: .truth(false)
        case .notSame: .truth(true)
        default: never(left)
        }
    }

    /// A boolean beside a boolean or a constant; nil for other numbers.
    private func flag(_ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm)
        -> SQLExpression?
    {
        if right.kind == .boolean { return .binary(left.expression, symbol, right.expression) }
        let number: Double
        switch right.constant {
        case .integer(let value)?: number = Double(value)
        case .real(let value)?: number = value
        case .decimal(let value)?: number = value.nearestDouble
        default: return nil
        }
        if number == 0 || number == 1 {
            return .binary(left.expression, symbol, .value(.boolean(number == 1)))
        }
        return withNaN(left, symbol)
    }

    /// A whole number beside a double (PG-119).
    private func wholeAndDouble(
        _ left: ServerValueTerm, _ symbol: SQLOperator, _ right: ServerValueTerm
    ) -> SQLExpression {
        if case .real(let bound)? = right.constant { return whole(left, symbol, bound) }
        if case .integer(let number)? = left.constant, let exact = Double(exactly: number) {
            return .binary(.value(.real(exact)), symbol, right.expression)
        }
        let order = function("perdure_order", [left.asWhole.expression, right.expression])
        switch symbol {
        case .same, .notSame:
            let same = SQLExpression.or([
                .isTrue(.binary(order, .equal, .literal(0))),
                .and([.isNull(left.expression), .isNull(right.expression)]),
            ])
            return symbol == .same ? same : .not(same)
        default: return .binary(order, symbol, .literal(0))
        }
    }

    /// A whole number beside a constant with a fraction: the constant becomes a whole bound.
    private func whole(_ left: ServerValueTerm, _ symbol: SQLOperator, _ bound: Double) -> SQLExpression {
        let value = left.comparable
        if let exact = Int64(exactly: bound) {
            return .binary(value.expression, symbol, .value(.integer(exact)))
        }
        if symbol.isEquality { return withNaN(left, symbol) }
        let isUpper = symbol == .less || symbol == .lessOrEqual
        guard let floor = Int64(exactly: bound.rounded(.down)) else {
            return isUpper == (bound > 0) ? always(left) : never(left)
        }
        return .binary(value.expression, isUpper ? .lessOrEqual : .greater, .value(.integer(floor)))
    }
}

extension ServerValueTerm {
    /// The whole number that a constant double is.
    fileprivate var wholeReal: Int64? {
        if case .real(let number)? = constant { return Int64(exactly: number) }
        return nil
    }

    /// A whole number as it is, so that an index serves it; a boolean as a number.
    var comparable: ServerValueTerm { kind == .boolean ? asWhole : self }

    var isColumn: Bool { expression.isColumn }
}

extension SQLExpression {
    var isColumn: Bool {
        switch self {
        case .column, .own: true
        default: false
        }
    }
}

extension Data {
    /// The UUID with these 16 bytes.
    var asUUID: UUID? {
        guard count == 16 else { return nil }
        return UUID(uuid: withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}

extension String {
    /// The part before the first null character.
    func prefix(untilNull: Void) -> String {
        String(unicodeScalars.prefix { $0.value != 0 })
    }
}
#endif
