// SPDX-License-Identifier: Apache-2.0
// Numbers of each type as numbers of each other type: the server's answers against AttributeConversion's.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdurePostgreSQL
@testable import PerdureSQL

@Suite("PostgreSQL: conversions of a migration", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerConversionTests {
    private static let types: [StoredAttributeType] = [
        .integer16, .integer32, .integer64, .boolean, .float, .double, .decimal,
    ]

    @Test("PG-138 PG-119 each number becomes what it becomes in memory, or does not fit")
    func conversions() throws {
        let connection = try ServerVersions.connection()
        defer { connection.close() }
        var count = 0
        for from in Self.types {
            for to in Self.types where to != from {
                let conversion = try #require(AttributeConversion(from: from, to: to))
                let (old, new) = (try #require(SQLColumnType(from)), try #require(SQLColumnType(to)))
                let text = ServerConversion(conversion, to: new).text("v")
                for value in Self.values(of: from) {
                    let result = try connection.run(
                        ServerRequest(
                            "SELECT (\(text))::\(new.text) FROM (SELECT $1::\(old.text) AS v) t",
                            [try #require(ServerValue(value, as: old))], isPrepared: false),
                        until: Deadline(after: 10))
                    let wanted = try conversion.converted(value).map {
                        try #require(ServerValue($0, as: new))
                    }
                    let found = try result.value(0, 0)
                    #expect(Self.areEqual(found, wanted), "\(value) from \(from) to \(to)")
                    count += 1
                }
            }
        }
        #expect(count > 300)
    }

    /// The last bit of a decimal as a double differs: Foundation computes it, and the server reads its digits.
    private static func areEqual(_ found: ServerValue?, _ wanted: ServerValue?) -> Bool {
        if case .float8(let one)? = found, case .float8(let other)? = wanted, one.isFinite {
            return abs(one - other) <= abs(other) * 4e-16
        }
        return found.map { "\($0)" } == wanted.map { "\($0)" }
    }

    /// Limits, their neighbours, fractions, and what is near nothing.
    private static func values(of type: StoredAttributeType) -> [StoredValue] {
        let whole: [Int64] = [0, 1, -1, 32_767, -32_768, 2_147_483_647, -2_147_483_648, .max, .min]
            .flatMap { [$0, $0 &+ 1, $0 &- 1] }
        let doubles: [Double] =
            [
                0, -0.5, 0.1, 1.5, -1.5, 2.5, 32_767.9, 32_768, -32_768.9, -32_769, 9_223_372_036_854_775_808,
                9_223_372_036_854_774_784, -9_223_372_036_854_775_808, 1e100, -1e100, 1e-50, -1e-60, 3.4e38,
                3.5e38,
                0.30000000000000004, 123_456_789.123_456_78, .infinity, -.infinity,
            ]
        return switch type {
        case .integer16: whole.filter { Int16(exactly: $0) != nil }.map { .integer($0) }
        case .integer32: whole.filter { Int32(exactly: $0) != nil }.map { .integer($0) }
        case .integer64: whole.map { .integer($0) }
        case .boolean: [.integer(0), .integer(1)]
        case .float: doubles.map { .double(Double(Float($0))) }
        case .double: doubles.map { .double($0) }
        default:
            [
                "0", "0.5", "-1.5", "32767.99", "32768", "9223372036854775807.5", "9223372036854775808",
                "-1e30", "0.1",
            ]
            .compactMap { Decimal(string: $0).map { .decimal(DecimalBox($0)) } }
        }
    }
}
#endif
