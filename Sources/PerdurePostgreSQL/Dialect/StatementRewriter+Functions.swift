// SPDX-License-Identifier: Apache-2.0
// Function calls: aggregates (PG-121), the absolute value, the clock. Functions of texts are in Texts/.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    func call(_ name: String, _ arguments: [SQLExpression]) throws -> ServerTerm {
        switch name {
        case "COALESCE": return try fallback(arguments[0], arguments[1])
        case "COUNT":
            return ServerTerm(.call("count", [try value(arguments[0]).flat.expression]), .integer)
        case "SUM", "AVG", "MIN", "MAX":
            if name == "MIN" || name == "MAX", let term = try mergedExtreme(name, arguments[0]) {
                return term
            }
            return try aggregate(name, value(arguments[0]).flat)
        case "ABS": return absolute(try value(arguments[0]))
        case SQLDialect.clock: return ServerTerm(function(SQLDialect.clock, []), .double)
        default: break
        }
        if let term = try textFunction(name, arguments) ?? mergedValue(name, arguments) { return term }
        guard SQLFunction(rawValue: name) == nil, MergedFunction(rawValue: name) != .test else {
            return ServerTerm(.cast(try condition(.call(name, arguments)), "integer"), .narrow)
        }
        throw unsupported("a server has no function \(name)")
    }

    // MARK: Aggregates

    private func aggregate(_ name: String, _ value: ServerValueTerm) throws -> ServerTerm {
        if value.kind == .null { return .null }
        switch name {
        case "SUM": return try sum(value)
        case "AVG": return try average(value)
        default: return extreme(name == "MIN" ? "min" : "max", value)
        }
    }

    private func sum(_ value: ServerValueTerm) throws -> ServerTerm {
        switch value.kind {
        case .boolean, .narrow, .integer:
            return ServerTerm(.cast(.call("sum", [value.comparable.expression]), "bigint"), .integer)
        case .double, .decimal: return ServerTerm(.call("sum", [value.expression]), value.kind)
        default: throw unsupported("a server has no sum of \(value.kind.type)")
        }
    }

    /// The mean; that of whole numbers is never cut.
    private func average(_ value: ServerValueTerm) throws -> ServerTerm {
        let count = SQLExpression.call(
            "nullif", [.call("count", [value.comparable.expression]), .literal(0)])
        let sum = try sum(value).flat
        guard sum.kind == .decimal else {
            return ServerTerm(.binary(sum.asDouble.expression, .divide, count), .double)
        }
        return ServerTerm(function("perdure_quotient", [sum.expression, .cast(count, "numeric")]), .decimal)
    }

    /// The least or greatest value; the server has no such aggregate for booleans, UUIDs and data.
    func extreme(_ name: String, _ value: ServerValueTerm) -> ServerTerm {
        switch value.kind {
        case .boolean:
            return ServerTerm(.call(name, [value.asWhole.expression]), .integer)
        case .uuid:
            let text = SQLExpression.collated(.cast(value.expression, "text"), "C")
            return ServerTerm(.cast(.call(name, [text]), "uuid"), .uuid)
        case .data:
            let digits = SQLExpression.call("encode", [value.expression, .value(.text("hex"))])
            let found = SQLExpression.call(name, [.collated(digits, "C")])
            return ServerTerm(.call("decode", [found, .value(.text("hex"))]), .data)
        // A text that is no column may have the database's own order.
        case .text where !value.isColumn:
            return ServerTerm(.call(name, [.collated(value.expression, "C")]), .text)
        default: return ServerTerm(.call(name, [value.expression]), value.kind)
        }
    }

    // MARK: Numbers

    /// The absolute value; that of the least number is a double, as in memory.
    private func absolute(_ part: ServerTerm) -> ServerTerm {
        part.map { value in
            switch value.kind {
            case .null: return .null
            case .integer where value.constant == nil:
                let least = SQLExpression.value(.integer(.min))
                return .either(
                    .binary(value.expression, .equal, least), ServerTerm(.value(.real(0x1p63)), .double),
                    ServerTerm(.call("abs", [value.expression]), .integer))
            case .integer where value.constant == .integer(.min):
                return ServerTerm(.value(.real(0x1p63)), .double)
            case .boolean, .narrow, .integer:
                return ServerTerm(.call("abs", [value.asWhole.expression]), .integer)
            default: return ServerTerm(.call("abs", [value.expression]), value.kind)
            }
        }
    }
}
#endif
