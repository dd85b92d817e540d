// SPDX-License-Identifier: Apache-2.0
// Functions, arithmetic, CAST and TERNARY as exact SQL.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

extension FormTests {
    private static let arithmeticForms: [PredicateForm] = [
        PredicateForm("age + 1 == 2", "ZPERSON t0 WHERE t0.ZAGE + ? = ?", .integer(1), .integer(2)),
        PredicateForm("age - 1 == 2", "ZPERSON t0 WHERE t0.ZAGE - ? = ?", .integer(1), .integer(2)),
        PredicateForm("age * 2 > 4", "ZPERSON t0 WHERE t0.ZAGE * ? > ?", .integer(2), .integer(4)),
        PredicateForm("age / 2 == 1", "ZPERSON t0 WHERE t0.ZAGE / ? = ?", .integer(2), .integer(1)),
        PredicateForm("age / 2.0 == 1", "ZPERSON t0 WHERE t0.ZAGE / ? = ?", .real(2.0), .integer(1)),
        PredicateForm(
            "worth / 2 == 1", "ZPERSON t0 WHERE CAST(t0.ZWORTH AS REAL) / ? = ?", .integer(2), .integer(1)),
        PredicateForm(
            "2 / worth == 1", "ZPERSON t0 WHERE CAST(? AS REAL) / t0.ZWORTH = ?", .integer(2), .integer(1)),
        PredicateForm(
            "age / worth == 1", "ZPERSON t0 WHERE CAST(t0.ZAGE AS REAL) / t0.ZWORTH = ?", .integer(1)),
        PredicateForm("worth + 1 > 2", "ZPERSON t0 WHERE t0.ZWORTH + ? > ?", .integer(1), .integer(2)),
        PredicateForm("-age < 3", "ZPERSON t0 WHERE ? * t0.ZAGE < ?", .integer(-1), .integer(3)),
        PredicateForm(
            "modulus:by:(age, 2) == 1", "ZPERSON t0 WHERE t0.ZAGE % ? = ?", .integer(2), .integer(1)),
        PredicateForm(
            "(age + 1) * 2 == 4", "ZPERSON t0 WHERE (t0.ZAGE + ?) * ? = ?", .integer(1), .integer(2),
            .integer(4)),
        PredicateForm(
            "1 - (age - 2) == 4", "ZPERSON t0 WHERE ? - (t0.ZAGE - ?) = ?", .integer(1), .integer(2),
            .integer(4)),
        PredicateForm("age == 1 + 2", "ZPERSON t0 WHERE t0.ZAGE = ? + ?", .integer(1), .integer(2)),
        PredicateForm("age == worth * 2", "ZPERSON t0 WHERE t0.ZAGE = t0.ZWORTH * ?", .integer(2)),
    ]

    @Test(
        "PRE-9, PRE-70, PRE-108 arithmetic, whose decimal division is no integer division",
        arguments: arithmeticForms)
    func arithmetic(_ form: PredicateForm) throws { try form.check("Person") }

    private static let bitwiseForms: [PredicateForm] = [
        PredicateForm(
            "bitwiseAnd:with:(age, 6) == 2", "ZPERSON t0 WHERE (t0.ZAGE & ?) = ?", .integer(6), .integer(2)),
        PredicateForm(
            "bitwiseOr:with:(age, 6) == 7", "ZPERSON t0 WHERE (t0.ZAGE | ?) = ?", .integer(6), .integer(7)),
        PredicateForm(
            "bitwiseXor:with:(age, 6) == 5", "ZPERSON t0 WHERE (t0.ZAGE | ?) - (t0.ZAGE & ?) = ?",
            .integer(6), .integer(6), .integer(5)),
        PredicateForm(
            "leftshift:by:(age, 1) == 4", "ZPERSON t0 WHERE (t0.ZAGE << ?) = ?", .integer(1), .integer(4)),
        PredicateForm(
            "rightshift:by:(age, 1) == 4", "ZPERSON t0 WHERE (t0.ZAGE >> ?) = ?", .integer(1), .integer(4)),
        PredicateForm("onesComplement:(age) == -3", "ZPERSON t0 WHERE (~t0.ZAGE) = ?", .integer(-3)),
        PredicateForm(
            "bitwiseAnd:with:(age, 6) != 0", "ZPERSON t0 WHERE (t0.ZAGE & ?) <> ?", .integer(6), .integer(0)),
    ]

    @Test("PRE-62, PRE-75 bitwise functions", arguments: bitwiseForms)
    func bitwise(_ form: PredicateForm) throws { try form.check("Person") }

    private static let functionsForms: [PredicateForm] = [
        PredicateForm(
            "lowercase:(name) == 'a'", "ZPERSON t0 WHERE PERDURE_LOWERCASE(t0.ZNAME) = ?", .text("a")),
        PredicateForm(
            "uppercase:(name) BEGINSWITH 'A'",
            "ZPERSON t0 WHERE PERDURE_BEGINSWITH(PERDURE_UPPERCASE(t0.ZNAME), ?, 0)", .text("A")),
        PredicateForm(
            "canonical:(name) == 'a'", "ZPERSON t0 WHERE PERDURE_CANONICAL(t0.ZNAME) = ?", .text("a")),
        PredicateForm("length:(name) > 3", "ZPERSON t0 WHERE PERDURE_LENGTH(t0.ZNAME) > ?", .integer(3)),
        PredicateForm("length:(name) == nil", "ZPERSON t0 WHERE PERDURE_LENGTH(t0.ZNAME) IS NULL"),
        PredicateForm("abs:(age) < 3", "ZPERSON t0 WHERE ABS(t0.ZAGE) < ?", .integer(3)),
        PredicateForm("noindex:(age) == 3", "ZPERSON t0 WHERE +t0.ZAGE = ?", .integer(3)),
        PredicateForm("noindex:(name) == 'a'", "ZPERSON t0 WHERE +t0.ZNAME = ?", .text("a")),
        PredicateForm(
            "lowercase:(name) == lowercase:('A')",
            "ZPERSON t0 WHERE PERDURE_EQUAL(PERDURE_LOWERCASE(t0.ZNAME), PERDURE_LOWERCASE(?), 0)", .text("A")
        ),
        PredicateForm(
            "CAST(age, 'NSString') == '3'", "ZPERSON t0 WHERE CAST(t0.ZAGE AS TEXT) = ?", .text("3")),
        PredicateForm(
            "CAST(name, 'NSNumber') > 3", "ZPERSON t0 WHERE PERDURE_NUMBER(t0.ZNAME) > ?", .integer(3)),
        PredicateForm("CAST(age, 'NSDecimalNumber') == 3", "ZPERSON t0 WHERE t0.ZAGE = ?", .integer(3)),
        PredicateForm(
            "CAST(age, 'NSDate') < %@", with: [.date(Date(timeIntervalSinceReferenceDate: 0.5))],
            "ZPERSON t0 WHERE t0.ZAGE < ?", .real(0.5)),
        PredicateForm(
            "TERNARY(age > 17, 'adult', 'child') == 'adult'",
            "ZPERSON t0 WHERE CASE WHEN t0.ZAGE > ? THEN ? ELSE ? END = ?", .integer(17), .text("adult"),
            .text("child"), .text("adult")),
        PredicateForm(
            "TERNARY(age == nil, 0, age) > 3",
            "ZPERSON t0 WHERE CASE WHEN t0.ZAGE IS NULL THEN ? ELSE t0.ZAGE END > ?", .integer(0), .integer(3)
        ),
        PredicateForm(
            "TERNARY(active == YES, age, worth) < 3",
            "ZPERSON t0 WHERE CASE WHEN t0.ZACTIVE = ? THEN t0.ZAGE ELSE CAST(t0.ZWORTH AS REAL) END < ?",
            .integer(1), .integer(3)),
        PredicateForm(
            "TERNARY(active == YES, worth, worth) / 2 < 3",
            "ZPERSON t0 WHERE CAST(CASE WHEN t0.ZACTIVE = ? THEN t0.ZWORTH ELSE t0.ZWORTH END AS REAL) / ? < ?",
            .integer(1), .integer(2), .integer(3)),
    ]

    @Test("PRE-75, PRE-19, PRE-21 functions, CAST, TERNARY", arguments: functionsForms)
    func functions(_ form: PredicateForm) throws { try form.check("Person") }

    private static let nowForms: [PredicateForm] = [
        PredicateForm("start < now()", "ZVISIT t0 WHERE t0.ZSTART < NSCoreDataNow()"),
        PredicateForm("start > now() - 60", "ZVISIT t0 WHERE t0.ZSTART > NSCoreDataNow() - ?", .integer(60)),
        PredicateForm(
            "now() BETWEEN {start, end}", "ZVISIT t0 WHERE NSCoreDataNow() BETWEEN t0.ZSTART AND t0.ZEND"),
    ]

    @Test("PRE-61, PRE-75 the time of the statement", arguments: nowForms)
    func now(_ form: PredicateForm) throws { try form.check("Visit") }
}
