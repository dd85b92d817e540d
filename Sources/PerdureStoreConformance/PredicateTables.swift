// SPDX-License-Identifier: Apache-2.0
// The tables of the rules for predicates (PRE-140, PRE-150) and a few of our own:
// predicates and the rows that satisfy them. Run by StoreEngineSuite+Predicates.swift.

import Foundation
import PerdurePredicates
import PerdureStore

package enum PredicateTables {
    struct Line {
        let format: String
        let isTrue: Bool
        init(_ format: String, _ isTrue: Bool) {
            self.format = format
            self.isTrue = isTrue
        }
    }

    /// A predicate whose answer may depend on the rules for nil.
    package struct NullLine: Sendable {
        package let format: String
        private let answers: [NullSemantics: Bool]

        init(_ format: String, foundation: Bool, sql: Bool) {
            self.format = format
            answers = [.foundation: foundation, .sql: sql]
        }

        package func isTrue(_ rules: NullSemantics) -> Bool { answers[rules] == true }
    }

    /// PRE-140: the predicates of a row in which x, y, s and rel are nil and many is empty.
    ///
    /// The first predicates have the same answer under both rules, the others do not.
    package static let null =
        [
            ("x == 1", false), ("x == nil", true), ("x != nil", false), ("x < 1", false), ("x > 1", false),
            ("x <= 1", false), ("x >= 1", false), ("x BETWEEN {1, 2}", false), ("x IN {1}", false),
            ("s CONTAINS 'a'", false), ("s BEGINSWITH 'a'", false), ("s ENDSWITH 'a'", false),
            ("s LIKE 'a'", false), ("s MATCHES 'a'", false), ("x + 1 == 2", false),
            ("rel.attr == 1", false), ("rel.attr == nil", true), ("rel == nil", true),
            ("ANY many.attr == 1", false), ("ALL many.attr == 1", true), ("NONE many.attr == 1", true),
            ("many.@count == 0", true), ("many.@sum.attr == 0", true), ("many.@max.attr == nil", true),
            ("NOT (x != 1)", false), ("x == nil OR x == 1", true), ("rel == nil AND NOT (rel != nil)", true),
        ].map { NullLine($0, foundation: $1, sql: $1) }
        + [
            "x != 1", "NOT (x == 1)", "NOT (x < 1)", "NOT (x BETWEEN {1, 2})", "NOT (x IN {1})",
            "NOT (s CONTAINS 'a')", "NOT (s MATCHES 'a')", "x == y", "NOT (x + 1 == 2)", "rel.attr != 1",
            "NOT (x == 1 AND y == 1)", "NOT (x == 1 OR y == 1)", "TERNARY(x != 1, 1, 2) == 1",
        ].map { NullLine($0, foundation: true, sql: false) }

    /// PRE-150: s is "Crème Brûlée".
    static let strings = [
        Line("s == 'creme brulee'", false), Line("s ==[c] 'crème brûlée'", true),
        Line("s ==[d] 'Creme Brulee'", true), Line("s ==[cd] 'creme brulee'", true),
        Line("s BEGINSWITH 'Cr'", true), Line("s BEGINSWITH 'cr'", false),
        Line("s BEGINSWITH[c] 'cr'", true), Line("s ENDSWITH[d] 'lee'", true),
        Line("s CONTAINS[cd] 'BRUL'", true), Line("s LIKE 'Cr?me*'", true), Line("s LIKE 'me'", false),
        Line("s LIKE[cd] '*brulee'", true), Line("s MATCHES 'Cr.*e'", true),
        Line("s MATCHES 'Cr'", false), Line("s MATCHES[c] 'CR.*'", true), Line("'rû' IN s", true),
        Line("s == 'Cre\u{300}me Bru\u{302}le\u{301}e'", true),
        Line("s != 'x'", true), Line("NOT (s CONTAINS 'x')", true),
    ]

    /// The predicates of rows with x from 1 to 5 and y = 6 - x; the name of a row is its x.
    static let numbers: [(format: String, names: [String])] = [
        ("x == 3", ["3"]), ("x != 3", ["1", "2", "4", "5"]), ("3 == x", ["3"]),
        ("x < 3", ["1", "2"]), ("x <= 3", ["1", "2", "3"]), ("x > 4", ["5"]), ("x >= 4", ["4", "5"]),
        ("x BETWEEN {2, 4}", ["2", "3", "4"]), ("x IN {1, 5, 9}", ["1", "5"]),
        ("NOT (x IN {1, 5})", ["2", "3", "4"]), ("x IN {}", []),
        ("NOT (x IN {})", ["1", "2", "3", "4", "5"]),
        ("x == y", ["3"]), ("x > y", ["4", "5"]), ("x + y == 6", ["1", "2", "3", "4", "5"]),
        ("x * 2 > y", ["3", "4", "5"]), ("x - 1 == 0", ["1"]),
        ("x > 1 AND x < 5 AND NOT (x == 3)", ["2", "4"]), ("x == 1 OR y == 1", ["1", "5"]),
        ("TRUEPREDICATE", ["1", "2", "3", "4", "5"]), ("FALSEPREDICATE", []),
        ("x & 1 == 1", ["1", "3", "5"]), ("(x & y) != 0", ["1", "3", "5"]), ("x | 1 == 3", ["2", "3"]),
        ("x ^ y == 4", ["1", "5"]), ("x << 1 == 4", ["2"]), ("x >> 1 == 1", ["2", "3"]), ("~x == -3", ["2"]),
        ("x | y & 1 << 1 == 3", ["3"]), ("bitwiseAnd:with:(x, 4) == 4", ["4", "5"]),
        ("indexed:by:(x, 'byX') == 3", ["3"]),
    ]

    /// PRG-53: the names are the values of s, and x is 9.
    static let numberTexts: [(format: String, names: [String])] = [
        ("s == 9", ["9"]), ("9 == s", ["9"]), ("s == 9.0", ["9.0"]), ("s IN {9, 10, 11}", ["10", "11", "9"]),
        ("s IN {9, 'x'}", ["9", "x"]), ("{9, 10} CONTAINS s", ["10", "9"]), ("s == 10.5", ["10.5"]),
        ("s != 9", ["10", "10.5", "11", "9.0", "x"]), ("NOT (s IN {9, 10, 11})", ["10.5", "9.0", "x"]),
        ("s IN {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12}", ["10", "9"]), ("s ==[c] 9", ["9"]), ("s == x", []),
        ("x == '9'", []), ("uppercase:(s) == 11", ["11"]), ("ANY many.name == 9", ["9"]),
    ]

    /// PRG-52: Ada leads Bob and Eve; all are employees.
    static let entities: [(String, [String])] = [
        ("entity == 'Employee'", ["Ada", "Bob", "Eve"]),
        ("entity.name == 'Employee'", ["Ada", "Bob", "Eve"]),
        ("entity == 'Manager'", []), ("entity.name != 'Manager'", ["Ada", "Bob", "Eve"]),
        ("boss.entity.name == 'Employee'", ["Bob", "Eve"]), ("boss.entity == 'Person'", []),
        ("entity IN {'Employee', 'Tag'}", ["Ada", "Bob", "Eve"]),
        ("SUBQUERY(reports, $r, $r.entity.name == 'Employee').@count == 2", ["Ada"]),
    ]

    static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    static let typedValues: [String: StoredValue] = [
        "integer16": .integer(16), "integer32": .integer(-32), "integer64": .integer(64),
        "decimal": .decimal(DecimalBox(Decimal(string: "12.5") ?? 0)), "double": .double(1.25),
        "float": .double(0.5), "string": .string("text"), "boolean": .integer(1), "date": .date(1000.5),
        "binary": .data(Data([1, 2, 3])), "uuid": .uuid(uuid), "uri": .string("https://example.com/"),
        "address": .composite([.string("Main Street"), .string("Springfield"), .integer(1)]),
    ]

    /// Each predicate finds the row with `typedValues`, and not the row with nulls.
    static let typed: [(String, ConstantValue)] = [
        ("integer16 == %@", .integer(16)), ("integer32 < %@", .integer(0)),
        ("integer64 >= %@", .integer(64)), ("decimal == %@", .decimal(Decimal(string: "12.5") ?? 0)),
        ("double == %@", .double(1.25)), ("float == %@", .double(0.5)), ("string == %@", .string("text")),
        ("boolean == %@", .boolean(true)), ("boolean == %@", .integer(1)), ("boolean != %@", .integer(2)),
        ("date == %@", .date(Date(timeIntervalSinceReferenceDate: 1000.5))),
        ("date > %@", .date(Date(timeIntervalSinceReferenceDate: 1000))),
        ("binary == %@", .data(Data([1, 2, 3]))), ("uuid == %@", .uuid(uuid)),
        ("address.street == %@", .string("Main Street")), ("address.place.city BEGINSWITH %@", .string("S")),
    ]

    /// Formats, the objects that fill their %@, and the people found among Ada, Bob (Art) and Eve (Sales).
    static let relationships: [(String, [String], [String])] = [
        ("department == %@", ["Art"], ["Ada", "Bob"]), ("department != %@", ["Art"], ["Eve"]),
        ("department IN {%@, %@}", ["Sales", "Void"], ["Eve"]), ("boss == nil", [], ["Ada"]),
        ("boss != nil", [], ["Bob", "Eve"]), ("boss.department == %@", ["Art"], ["Bob", "Eve"]),
        ("boss.name == 'Ada'", [], ["Bob", "Eve"]), ("ANY reports == %@", ["Eve"], ["Ada"]),
        ("ANY reports.age < 25", [], ["Ada"]), ("reports CONTAINS %@", ["Bob"], ["Ada"]),
        ("%@ IN reports", ["Bob"], ["Ada"]), ("SELF == %@", ["Bob"], ["Bob"]),
        ("SELF IN {%@, %@}", ["Bob", "Eve"], ["Bob", "Eve"]), ("NOT (SELF == %@)", ["Bob"], ["Ada", "Eve"]),
        ("reports.@count == 2", [], ["Ada"]), ("department.name BEGINSWITH[c] 'a'", [], ["Ada", "Bob"]),
    ]

    /// Predicates on departments: Art has Ada (50) and Bob (30), Sales has Eve (20), Void nobody.
    static let aggregates: [(String, [String])] = [
        ("members.@count > 1", ["Art"]), ("members.@count == 0", ["Void"]),
        ("members.@sum.age == 80", ["Art"]), ("members.@max.age > 40", ["Art"]),
        ("members.@min.age <= 20", ["Sales"]), ("members.@avg.age == 40", ["Art"]),
        ("ANY members.age == 20", ["Sales"]), ("ALL members.age > 25", ["Art", "Void"]),
        ("NONE members.age > 40", ["Sales", "Void"]), ("ANY members.boss.name == 'Ada'", ["Art", "Sales"]),
        ("SUBQUERY(members, $m, $m.age > 25 AND $m.boss == nil).@count == 1", ["Art"]),
        ("SUBQUERY(members, $m, $m.age > 25 AND $m.age < 25).@count == 0", ["Art", "Sales", "Void"]),
        ("SUBQUERY(members, $m, SUBQUERY($m.reports, $r, $r.age < 25).@count > 0).@count > 0", ["Art"]),
    ]
}
