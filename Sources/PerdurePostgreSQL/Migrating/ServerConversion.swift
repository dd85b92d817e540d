// SPDX-License-Identifier: Apache-2.0
// Numbers of one type as numbers of another, on the server: what AttributeConversion does with a value (PG-138). What does not
// fit becomes NULL, and MigrationChecks.swift finds it before a row changes.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// A conversion as SQL.
struct ServerConversion {
    private let conversion: AttributeConversion
    private let type: SQLColumnType

    init(_ conversion: AttributeConversion, to type: SQLColumnType) {
        self.conversion = conversion
        self.type = type
    }

    /// The converted value.
    func text(_ value: String) -> String {
        guard !conversion.isIdentity else { return value }
        let number = conversion.from == .boolean ? "(\(value))::integer" : value
        return switch conversion.to {
        case .boolean: "(\(value) <> 0)"
        case .integer16: whole(number, "-32768", "32767")
        case .integer32: whole(number, "-2147483648", "2147483647")
        case .integer64:
            isReal ? wholeOfReal(number) : whole(number, "-9223372036854775808", "9223372036854775807")
        case .float: single("(\(number))::double precision")
        case .double: "(\(number))::double precision"
        case .decimal: decimal(number)
        default: value
        }
    }

    private var isReal: Bool { conversion.from == .double || conversion.from == .float }

    /// A number without its fraction, in a range.
    private func whole(_ number: String, _ least: String, _ most: String) -> String {
        let cut = isReal || conversion.from == .decimal ? "trunc(\(number))" : "(\(number))"
        return "CASE WHEN \(cut) BETWEEN \(least) AND \(most) THEN \(cut)::\(type.text) END"
    }

    /// A double has no value for the greatest bigint: the first number that does not fit is 2 to the 63rd.
    private func wholeOfReal(_ number: String) -> String {
        "CASE WHEN trunc(\(number)) >= -9223372036854775808.0::double precision AND trunc(\(number)) < "
            + "9223372036854775808.0::double precision THEN trunc(\(number))::bigint END"
    }

    /// A number with the precision of a float; the server refuses what becomes 0 by it.
    private func single(_ number: String) -> String {
        "CASE WHEN abs(\(number)) <= 7.006492321624085e-46::double precision THEN \(number) * 0 "
            + "WHEN abs(\(number)) <= 3.4028234663852886e38::double precision THEN "
            + "(\(number))::real::double precision END"
    }

    /// A cast from double to numeric would keep 15 digits; the text has all of them (PG-119).
    private func decimal(_ number: String) -> String {
        guard isReal else { return "(\(number))::numeric" }
        return "CASE WHEN abs(\(number)) < 3e165::double precision THEN (\(number))::text::numeric END"
    }
}
#endif
