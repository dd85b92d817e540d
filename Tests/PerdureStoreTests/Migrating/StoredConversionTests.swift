// SPDX-License-Identifier: Apache-2.0
// What a stored number becomes in an attribute of another type, and which do not fit.

import Foundation
import PerdureStore
import Testing

@Suite("Conversions of stored numbers") struct StoredConversionTests {
    typealias Row = (
        from: StoredAttributeType, to: StoredAttributeType, value: StoredValue, result: StoredValue?
    )

    private static func decimal(_ text: String) -> StoredValue {
        .decimal(DecimalBox(Decimal(string: text) ?? .nan))
    }

    static let rows: [Row] = [
        (.integer32, .boolean, .integer(0), .integer(0)), (.integer32, .boolean, .integer(-5), .integer(1)),
        (.double, .boolean, .double(0), .integer(0)), (.double, .boolean, .double(0.5), .integer(1)),
        (.decimal, .boolean, decimal("0"), .integer(0)), (.decimal, .boolean, decimal("0.1"), .integer(1)),
        (.integer64, .integer16, .integer(32_767), .integer(32_767)),
        (.integer64, .integer16, .integer(32_768), nil), (.integer64, .integer16, .integer(-32_769), nil),
        (.double, .integer32, .double(1.9), .integer(1)), (.double, .integer32, .double(-1.9), .integer(-1)),
        (.double, .integer64, .double(.nan), nil), (.decimal, .integer64, decimal("-1.5"), .integer(-1)),
        (.decimal, .integer64, decimal("1.5"), .integer(1)), (.double, .float, .double(1e300), nil),
        (.double, .float, .double(-1e300), nil), (.double, .float, .double(0.5), .double(0.5)),
        (.double, .decimal, .double(.infinity), nil), (.double, .decimal, .double(0.1), decimal("0.1")),
        (.integer64, .decimal, .integer(7), decimal("7")), (.integer16, .double, .null, .null),
    ]

    @Test(
        "MGI-2 numbers are cut towards zero, and what is out of range does not fit", arguments: rows.indices)
    func conversion(_ index: Int) throws {
        let row = Self.rows[index]
        let conversion = try #require(AttributeConversion(from: row.from, to: row.to))
        #expect(conversion.converted(row.value) == row.result, "\(row)")
    }

    @Test("MGI-2 texts become no numbers")
    func texts() {
        #expect(AttributeConversion(from: .string, to: .integer64) == nil)
        #expect(AttributeConversion(from: .date, to: .double) == nil)
    }
}
