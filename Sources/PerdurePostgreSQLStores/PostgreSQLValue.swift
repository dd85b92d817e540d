// SPDX-License-Identifier: Apache-2.0
// Values of a program's own statements, and the rows that come back. PostgreSQLTransaction.swift runs the statements.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient

/// A value of a statement.
///
/// ## Compatibility
/// An addition.
public enum PostgreSQLValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    /// A `bigint`, `integer` or `smallint`; as a parameter a `bigint`.
    case integer(Int64)
    case double(Double)
    case decimal(Decimal)
    case text(String)
    case data(Data)
    case uuid(UUID)
    /// A `jsonb`, as text.
    case json(String)
    /// A `timestamptz`, to the microsecond.
    case date(Date)
    /// An array; as a parameter of the type of its first value that is not null, of texts where there is none.
    case list([PostgreSQLValue])
}

extension PostgreSQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A flag.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// No value.
    public init(nilLiteral: ()) { self = .null }
    /// An array.
    public init(arrayLiteral elements: PostgreSQLValue...) { self = .list(elements) }
}

/// The rows of a statement.
///
/// ## Compatibility
/// An addition.
public struct PostgreSQLRows: Sendable {
    /// The names of the columns.
    public let columns: [String]
    /// The values, by row and column.
    public let values: [[PostgreSQLValue]]
    /// How many rows the statement wrote or read; nil for statements that count none.
    public let count: Int?

    init(_ result: ServerResult) throws {
        columns = (0..<result.columnCount).map(result.name(ofColumn:))
        values = try (0..<result.rowCount).map { row in
            try (0..<result.columnCount).map { PostgreSQLValue(try result.value(row, $0)) }
        }
        count = result.affectedRows
    }
}

extension PostgreSQLValue {
    /// Seconds from the server's beginning of time, 2000, to that of Foundation.
    private static let secondsUntil2001: TimeInterval = 366 * 86_400

    init(_ value: ServerValue?) {
        switch value {
        case nil, .null?, .nullArray?, .encodedArray?: self = .null
        case .bool(let value)?: self = .boolean(value)
        case .int2(let value)?: self = .integer(Int64(value))
        case .int4(let value)?: self = .integer(Int64(value))
        case .int8(let value)?: self = .integer(value)
        case .float8(let value)?: self = .double(value)
        case .text(let value)?: self = .text(value)
        case .bytea(let value)?: self = .data(value)
        case .uuid(let value)?: self = .uuid(value)
        case .numeric(let value)?: self = .decimal(value)
        case .jsonb(let value)?: self = .json(value)
        case .timestamptz(let value)?:
            self = .date(
                Date(timeIntervalSinceReferenceDate: Double(value) / 1e6 - Self.secondsUntil2001))
        case .array(_, let values)?: self = .list(values.map { PostgreSQLValue($0) })
        }
    }

    var serverValue: ServerValue {
        switch self {
        case .null: .null(.unknown)
        case .boolean(let value): .bool(value)
        case .integer(let value): .int8(value)
        case .double(let value): .float8(value)
        case .decimal(let value): .numeric(value)
        case .text(let value): .text(value)
        case .data(let value): .bytea(value)
        case .uuid(let value): .uuid(value)
        case .json(let value): .jsonb(value)
        case .date(let value): .timestamptz(Self.microseconds(value))
        case .list(let values): Self.array(values)
        }
    }

    /// Beyond what the server can hold it is the last moment that it can.
    private static func microseconds(_ date: Date) -> Int64 {
        let value = ((date.timeIntervalSinceReferenceDate + secondsUntil2001) * 1e6).rounded()
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }

    private static func array(_ values: [PostgreSQLValue]) -> ServerValue {
        let elements = values.map(\.serverValue)
        let type = elements.first { !$0.isNull }?.elementType ?? .text
        return .array(type, elements.map { $0.isNull ? .null(type) : $0 })
    }
}
#endif
