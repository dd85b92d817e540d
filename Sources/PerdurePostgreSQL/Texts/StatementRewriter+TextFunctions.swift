// SPDX-License-Identifier: Apache-2.0
// Functions of texts and orders of texts (PG-116, PG-117): by the server where it is sure, else by the client for the distinct
// texts in question.

#if PostgreSQL
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// A function of a text; nil for other functions.
    func textFunction(_ name: String, _ arguments: [SQLExpression]) throws -> ServerTerm? {
        switch SQLFunction(rawValue: name) {
        case .lowercase?:
            return try changed(name, arguments, { .call("lower", [.collated($0, "C")]) }) { $0.lowercased() }
        case .uppercase?:
            return try changed(name, arguments, { .call("upper", [.collated($0, "C")]) }) { $0.uppercased() }
        case .canonical?:
            return try changed(name, arguments, { .call("lower", [.collated($0, "C")]) }) {
                StringMatching.canonical($0)
            }
        case .length?: return try length(arguments[0])
        case .characterCount?: return try characterCount(arguments[0])
        case .number?: return try value(arguments[0]).map { try number(of: $0) }
        default: return nil
        }
    }

    private func changed(
        _ name: String, _ arguments: [SQLExpression], _ plain: (SQLExpression) -> SQLExpression,
        _ change: @escaping @Sendable (String) -> String
    ) throws -> ServerTerm {
        try value(arguments[0]).map { value in
            if value.kind == .null { return .null }
            if let text = value.text { return ServerTerm(.value(.text(change(text))), .text) }
            let text = value.converted(to: .text).expression
            let isOther = Self.isNotASCII(text)
            let other = try answered(text, name, .texts, unless: isOther) { .texts($0.map(change)) }
            return ServerTerm(.choice(isOther, then: other, otherwise: plain(text)), .text)
        }
    }

    private func length(_ argument: SQLExpression) throws -> ServerTerm {
        try value(argument).map { value in
            if value.kind == .null { return .null }
            if let text = value.text {
                return ServerTerm(.value(.integer(Int64(text.utf16.count))), .integer)
            }
            let text = value.converted(to: .text).expression
            return ServerTerm(function("perdure_length", [text]), .integer)
        }
    }

    private func characterCount(_ argument: SQLExpression) throws -> ServerTerm {
        try value(argument).map { value in
            if value.kind == .null { return .null }
            if let text = value.text { return ServerTerm(.value(.integer(Int64(text.count))), .integer) }
            let text = value.converted(to: .text).expression
            let isOther = Self.isNotASCII(text)
            let name = SQLFunction.characterCount.rawValue
            let other = try answered(text, name, .integers, unless: isOther) {
                .integers($0.map { Int64($0.count) })
            }
            // A carriage return and a line feed are one character.
            let lines = SQLExpression.call("replace", [text, .value(.text("\r\n")), .value(.text("\n"))])
            let plain = SQLExpression.cast(.call("length", [lines]), "bigint")
            return ServerTerm(.choice(isOther, then: other, otherwise: plain), .integer)
        }
    }

    private static func isNotASCII(_ text: SQLExpression) -> SQLExpression {
        .binary(.call("octet_length", [text]), .notEqual, .call("length", [text]))
    }

    /// A text as a number, as Foundation reads it: whole, or with a fraction.
    private func number(of value: ServerValueTerm) throws -> ServerTerm {
        if value.kind == .null { return .null }
        let value = value.converted(to: .text)
        if let text = value.text {
            if let whole = Int64(text) { return ServerTerm(.value(.integer(whole)), .integer) }
            return ServerTerm(.value(.real(text.leadingNumber)), .double)
        }
        let name = SQLFunction.number.rawValue
        let number = try answered(value.expression, name, .decimals, unless: nil) { texts in
            .decimals(try texts.map(Self.decimal))
        }
        // The quotient of "9.0" and a whole number has a fraction, that of "9" has none.
        let isWhole = SQLExpression.and([
            .call("textregexeq", [value.expression, .value(.text("^[+-]?[0-9]+$"))]),
            .between(
                number, .value(.decimal(Decimal(Int64.min))), .value(.decimal(Decimal(Int64.max)))),
        ])
        return .either(
            isWhole, ServerTerm(.cast(number, "bigint"), .integer),
            ServerTerm(.cast(number, "double precision"), .double))
    }

    private static func decimal(_ text: String) throws -> Decimal {
        if let whole = Int64(text) { return Decimal(whole) }
        guard let decimal = Decimal(shortest: text.leadingNumber) else {
            throw StoreError.unsupported(
                UnsupportedRequest("the text \"\(text)\" is no number that a server can compute with"))
        }
        return decimal
    }

    // MARK: Orders

    /// The value by which a text is ordered.
    func sorted(_ value: ServerValueTerm, by collation: SQLCollation) throws -> ServerValueTerm {
        guard value.text == nil else { return value }
        let text = value.expression
        guard let order = collation.order else {
            let folding = TextFolding(.caseInsensitive)
            let folded = prepared(value, .caseInsensitive, folding)
            let other = try answered(text, collation.rawValue, .texts, unless: .isNull(folded)) {
                .texts($0.map { StringMatching.prepared($0, .caseInsensitive) })
            }
            return ServerValueTerm(.fallback(folded, other), .text)
        }
        let rank = try answered(text, collation.rawValue, .integers, unless: nil) {
            .integers(Self.ranks($0, order.compare))
        }
        return ServerValueTerm(rank, .integer)
    }

    /// The places of values in an order; equal ones have the same.
    static func ranks<Value>(_ values: [Value], _ compare: (Value, Value) -> ComparisonResult) -> [Int64] {
        let places = values.indices.sorted { compare(values[$0], values[$1]) == .orderedAscending }
        var ranks = [Int64](repeating: 0, count: values.count)
        var rank: Int64 = 0
        for (index, place) in places.enumerated() {
            if index > 0, compare(values[places[index - 1]], values[place]) != .orderedSame { rank += 1 }
            ranks[place] = rank
        }
        return ranks
    }
}

extension SQLCollation {
    /// The order that only the client knows; nil for that of folded texts.
    fileprivate var order: StringOrder? {
        switch self {
        case .caseInsensitive: nil
        case .localized: .localized
        case .localizedCaseInsensitive: .localizedCaseInsensitive
        case .localizedStandard: .localizedStandard
        }
    }
}
#endif
