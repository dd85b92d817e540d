// SPDX-License-Identifier: Apache-2.0
// Expressions with their types on the server. The shared tree has no types, because SQLite's values carry theirs; here each
// expression is rewritten together with its kind (StatementRewriter.swift).

#if PostgreSQL
import Foundation
import PerdurePredicates
import PerdureSQL

/// What an expression's values are on the server.
enum ServerKind: Sendable {
    /// The NULL of no type.
    case null
    case boolean
    /// A whole number of fewer than 64 bits.
    case narrow
    case integer
    case double
    case decimal
    case text
    case uuid
    case data
    /// The place in an order that the client tells: good for ordering and counting alone.
    case place

    init(_ type: SQLColumnType) {
        switch type {
        case .boolean: self = .boolean
        case .smallint, .integer: self = .narrow
        case .bigint: self = .integer
        case .double: self = .double
        case .numeric: self = .decimal
        case .text: self = .text
        case .uuid: self = .uuid
        default: self = .data
        }
    }

    /// The name of the type on the server.
    var type: String {
        switch self {
        case .boolean: "boolean"
        case .narrow, .integer, .place: "bigint"
        case .double: "double precision"
        case .decimal: "numeric"
        case .text, .null: "text"
        case .uuid: "uuid"
        case .data: "bytea"
        }
    }

    var isWhole: Bool { self == .narrow || self == .integer || self == .boolean }
    var isNumber: Bool { isWhole || self == .double || self == .decimal }
}

/// An expression of one kind.
struct ServerValueTerm: Sendable {
    let expression: SQLExpression
    let kind: ServerKind

    init(_ expression: SQLExpression, _ kind: ServerKind) {
        self.expression = expression
        self.kind = kind
    }

    static let null = Self(.null, .null)

    /// The constant, when the expression is one.
    var constant: SQLBinding? {
        switch expression {
        case .value(let binding): binding
        case .literal(let number): .integer(number)
        default: nil
        }
    }
}

/// An expression: of one kind, or of two kinds between which each row decides.
///
/// In memory a conditional has the kind of the branch that was taken, so what is done with it is done in both branches.
indirect enum ServerTerm: Sendable {
    case single(ServerValueTerm)
    case either(SQLExpression, ServerTerm, ServerTerm)

    init(_ expression: SQLExpression, _ kind: ServerKind) {
        self = .single(ServerValueTerm(expression, kind))
    }

    static let null = Self(.null, .null)

    /// Does something with each branch.
    func map(_ transform: (ServerValueTerm) throws -> ServerTerm) rethrows -> ServerTerm {
        switch self {
        case .single(let value): try transform(value)
        case .either(let test, let yes, let no):
            .either(test, try yes.map(transform), try no.map(transform))
        }
    }

    /// Makes a condition of each branch.
    func condition(_ transform: (ServerValueTerm) throws -> SQLExpression) rethrows -> SQLExpression {
        switch self {
        case .single(let value): try transform(value)
        case .either(let test, let yes, let no):
            .choice(test, then: try yes.condition(transform), otherwise: try no.condition(transform))
        }
    }

    /// The expression as one of a single kind: the wider of two kinds of numbers, else text.
    var flat: ServerValueTerm {
        guard case .either(let test, let yes, let no) = self else {
            if case .single(let value) = self { return value }
            return .null
        }
        let (first, second) = (yes.flat, no.flat)
        let kind = Self.common(first.kind, second.kind)
        return ServerValueTerm(
            .choice(
                test, then: first.converted(to: kind).expression,
                otherwise: second.converted(to: kind).expression), kind)
    }

    static func common(_ left: ServerKind, _ right: ServerKind) -> ServerKind {
        switch (left, right) {
        case _ where left == right: left
        case (.null, _): right
        case (_, .null): left
        case (.double, _) where right.isNumber, (_, .double) where left.isNumber: .double
        case (.decimal, _) where right.isNumber, (_, .decimal) where left.isNumber: .decimal
        case _ where left.isNumber && right.isNumber: .integer
        default: .text
        }
    }
}

// MARK: - Conversions

extension ServerValueTerm {
    /// The value as another kind, for the branches of one expression.
    func converted(to wanted: ServerKind) -> ServerValueTerm {
        switch wanted {
        case _ where kind == wanted: self
        case _ where kind == .null: ServerValueTerm(.cast(.null, wanted.type), wanted)
        case .integer, .narrow: asWhole
        case .double: asDouble
        case .decimal: asDecimal
        default: ServerValueTerm(.cast(expression, wanted.type), wanted)
        }
    }

    /// The value as a number of 64 bits; a fraction is cut off.
    var asWhole: ServerValueTerm {
        switch (kind, constant) {
        case (_, .integer(let number)): ServerValueTerm(.value(.integer(number)), .integer)
        case (.boolean, _): ServerValueTerm(.cast(.cast(expression, "integer"), "bigint"), .integer)
        case (.narrow, _), (.null, _): ServerValueTerm(.cast(expression, "bigint"), .integer)
        case (.integer, _): self
        default: ServerValueTerm(.cast(.call("trunc", [expression]), "bigint"), .integer)
        }
    }

    var asDouble: ServerValueTerm {
        switch (kind, constant) {
        case (_, .integer(let number)): ServerValueTerm(.value(.real(Double(number))), .double)
        case (_, .decimal(let number)): ServerValueTerm(.value(.real(number.nearestDouble)), .double)
        case (.double, _): self
        case (.boolean, _): ServerValueTerm(.cast(asWhole.expression, "double precision"), .double)
        default: ServerValueTerm(.cast(expression, "double precision"), .double)
        }
    }

    var asDecimal: ServerValueTerm {
        switch (kind, constant) {
        case (_, .integer(let number)): ServerValueTerm(.value(.decimal(Decimal(number))), .decimal)
        case (.decimal, _): self
        case (.boolean, _): ServerValueTerm(.cast(asWhole.expression, "numeric"), .decimal)
        // A server's own conversion keeps 15 digits; the text has those that tell a double from all others (PG-119).
        case (.double, _): ServerValueTerm(.cast(.cast(expression, "text"), "numeric"), .decimal)
        default: ServerValueTerm(.cast(expression, "numeric"), .decimal)
        }
    }
}
#endif
