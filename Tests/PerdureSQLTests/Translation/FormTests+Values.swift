// SPDX-License-Identifier: Apache-2.0
// Numbers, dates, UUIDs, data, composites, derived attributes: with constants, with each other, in lists.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

extension FormTests {
    private static let numbersForms: [PredicateForm] = [
        PredicateForm("age == 3", "ZPERSON t0 WHERE t0.ZAGE = ?", .integer(3)),
        PredicateForm("age != 3", "ZPERSON t0 WHERE t0.ZAGE <> ?", .integer(3)),
        PredicateForm("age < 3", "ZPERSON t0 WHERE t0.ZAGE < ?", .integer(3)),
        PredicateForm("age <= 3", "ZPERSON t0 WHERE t0.ZAGE <= ?", .integer(3)),
        PredicateForm("age > 3", "ZPERSON t0 WHERE t0.ZAGE > ?", .integer(3)),
        PredicateForm("age >= 3", "ZPERSON t0 WHERE t0.ZAGE >= ?", .integer(3)),
        PredicateForm("3 < age", "ZPERSON t0 WHERE ? < t0.ZAGE", .integer(3)),
        PredicateForm(
            "age BETWEEN {1, 9}", "ZPERSON t0 WHERE t0.ZAGE BETWEEN ? AND ?", .integer(1), .integer(9)),
        PredicateForm(
            "3 BETWEEN {age, worth}", "ZPERSON t0 WHERE ? BETWEEN t0.ZAGE AND t0.ZWORTH", .integer(3)),
        PredicateForm("age IN {1, 2}", "ZPERSON t0 WHERE t0.ZAGE IN (?, ?)", .integer(1), .integer(2)),
        PredicateForm("age IN {1}", "ZPERSON t0 WHERE t0.ZAGE = ?", .integer(1)),
        PredicateForm("age IN {}", "ZPERSON t0 WHERE 0"),
        PredicateForm("age IN {1, nil, 2}", "ZPERSON t0 WHERE t0.ZAGE IN (?, ?)", .integer(1), .integer(2)),
        PredicateForm("age IN {nil}", "ZPERSON t0 WHERE 0"),
        PredicateForm(
            "NOT age IN {1, 2}", "ZPERSON t0 WHERE NOT (t0.ZAGE IN (?, ?))", .integer(1), .integer(2)),
        PredicateForm(
            "age IN {1, worth}", "ZPERSON t0 WHERE t0.ZAGE = ? OR t0.ZAGE = t0.ZWORTH", .integer(1)),
        PredicateForm(
            "age IN {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}",
            "ZPERSON t0 WHERE t0.ZAGE IN (SELECT value FROM json_each(?))",
            .list(.integers(Array(1...17)))),
        PredicateForm("{1, 2} CONTAINS age", "ZPERSON t0 WHERE t0.ZAGE IN (?, ?)", .integer(1), .integer(2)),
        PredicateForm("age == 1 OR age == 2", "ZPERSON t0 WHERE t0.ZAGE IN (?, ?)", .integer(1), .integer(2)),
        PredicateForm("age ==[c] 3", "ZPERSON t0 WHERE t0.ZAGE = ?", .integer(3)),
        PredicateForm("age == 'x'", "ZPERSON t0 WHERE t0.ZAGE IS NULL AND NULL"),
        PredicateForm("age != 'x'", "ZPERSON t0 WHERE NOT (t0.ZAGE IS NULL AND NULL)"),
    ]

    @Test("PRE-5, PRE-70, PRE-93, PRE-97 numbers, from either side", arguments: numbersForms)
    func numbers(_ form: PredicateForm) throws { try form.check("Person") }

    private static let kindsForms: [PredicateForm] = [
        PredicateForm("active == YES", "ZPERSON t0 WHERE t0.ZACTIVE = ?", .integer(1)),
        PredicateForm("active != NO", "ZPERSON t0 WHERE t0.ZACTIVE <> ?", .integer(0)),
        PredicateForm("active == 2", "ZPERSON t0 WHERE t0.ZACTIVE = ?", .integer(2)),
        PredicateForm("age == nil", "ZPERSON t0 WHERE t0.ZAGE IS NULL"),
        PredicateForm("age != nil", "ZPERSON t0 WHERE t0.ZAGE IS NOT NULL"),
        PredicateForm("age == %@", with: [.null], "ZPERSON t0 WHERE t0.ZAGE IS NULL"),
        PredicateForm("name == nil", "ZPERSON t0 WHERE t0.ZNAME IS NULL"),
        PredicateForm("nil == name", "ZPERSON t0 WHERE t0.ZNAME IS NULL"),
        PredicateForm("photo == nil", "ZPERSON t0 WHERE t0.ZPHOTO IS NULL"),
        PredicateForm("style != nil", "ZPERSON t0 WHERE t0.ZSTYLE IS NOT NULL"),
        PredicateForm("film == nil", "ZPERSON t0 WHERE t0.ZFILM IS NULL"),
        PredicateForm(
            "photo == %@", with: [.data(Data([1]))], "ZPERSON t0 WHERE t0.ZPHOTO = ?", .blob(Data([1]))),
        PredicateForm("place.latitude > 1.5", "ZPERSON t0 WHERE t0.ZLATITUDE > ?", .real(1.5)),
        PredicateForm("place.longitude == nil", "ZPERSON t0 WHERE t0.ZLONGITUDE IS NULL"),
        PredicateForm(
            "page == 'https://example.org/a'", "ZPERSON t0 WHERE t0.ZPAGE = ?", .text("https://example.org/a")
        ),
        PredicateForm(
            "page BEGINSWITH 'https'", "ZPERSON t0 WHERE PERDURE_BEGINSWITH(t0.ZPAGE, ?, 0)", .text("https")),
        PredicateForm("worth == 3.25", "ZPERSON t0 WHERE t0.ZWORTH = ?", .real(3.25)),
        PredicateForm("worth == 7", "ZPERSON t0 WHERE t0.ZWORTH = ?", .integer(7)),
        PredicateForm("worth < %@", with: [.decimal(1)], "ZPERSON t0 WHERE t0.ZWORTH < ?", .integer(1)),
    ]

    @Test(
        "PRE-48, PRE-54, PRE-83, PRE-84, PRE-90, PRE-91, PRE-104 other kinds of attributes",
        arguments: kindsForms)
    func kinds(_ form: PredicateForm) throws { try form.check("Person") }

    private static let columnsForms: [PredicateForm] = [
        PredicateForm("start == end", "ZVISIT t0 WHERE t0.ZSTART = t0.ZEND"),
        PredicateForm("start != end", "ZVISIT t0 WHERE t0.ZSTART <> t0.ZEND"),
        PredicateForm("start < end", "ZVISIT t0 WHERE t0.ZSTART < t0.ZEND"),
        PredicateForm("start BETWEEN {end, end}", "ZVISIT t0 WHERE t0.ZSTART BETWEEN t0.ZEND AND t0.ZEND"),
        PredicateForm("fee == tip", "ZVISIT t0 WHERE t0.ZFEE = t0.ZTIP"),
        PredicateForm("fee <= tip", "ZVISIT t0 WHERE t0.ZFEE <= t0.ZTIP"),
        PredicateForm("title == memo", "ZVISIT t0 WHERE PERDURE_EQUAL(t0.ZTITLE, t0.ZMEMO, 0)"),
        PredicateForm("title != memo", "ZVISIT t0 WHERE NOT PERDURE_EQUAL(t0.ZTITLE, t0.ZMEMO, 0)"),
        PredicateForm("title ==[c] memo", "ZVISIT t0 WHERE PERDURE_EQUAL(t0.ZTITLE, t0.ZMEMO, 1)"),
        PredicateForm("title ==[n] memo", "ZVISIT t0 WHERE t0.ZTITLE = t0.ZMEMO"),
        PredicateForm("title < memo", "ZVISIT t0 WHERE PERDURE_COMPARE(t0.ZTITLE, t0.ZMEMO, 0) < 0"),
        PredicateForm("title <[n] memo", "ZVISIT t0 WHERE t0.ZTITLE < t0.ZMEMO"),
        PredicateForm("title CONTAINS memo", "ZVISIT t0 WHERE PERDURE_CONTAINS(t0.ZTITLE, t0.ZMEMO, 0)"),
        PredicateForm("title BEGINSWITH memo", "ZVISIT t0 WHERE PERDURE_BEGINSWITH(t0.ZTITLE, t0.ZMEMO, 0)"),
        PredicateForm("start == %@", with: [noon], "ZVISIT t0 WHERE t0.ZSTART = ?", .real(0.5)),
        PredicateForm("start < %@", with: [noon], "ZVISIT t0 WHERE t0.ZSTART < ?", .real(0.5)),
        PredicateForm("start > CAST(5, 'NSDate')", "ZVISIT t0 WHERE t0.ZSTART > ?", .real(5.0)),
        PredicateForm(
            "end - start > 3600", "ZVISIT t0 WHERE CAST(t0.ZEND - t0.ZSTART AS REAL) > ?", .integer(3600)),
        PredicateForm(
            "(end - start) / 60 > 1", "ZVISIT t0 WHERE CAST(t0.ZEND - t0.ZSTART AS REAL) / ? > ?",
            .integer(60), .integer(1)),
        PredicateForm(
            "CAST(end, 'NSNumber') / 60 > 1", "ZVISIT t0 WHERE CAST(t0.ZEND AS REAL) / ? > ?",
            .integer(60), .integer(1)),
        PredicateForm("start + 60 < end", "ZVISIT t0 WHERE t0.ZSTART + ? < t0.ZEND", .integer(60)),
        PredicateForm(
            "start IN %@", with: [.array([noon, .null])], "ZVISIT t0 WHERE t0.ZSTART = ?", .real(0.5)),
        PredicateForm("folded == 'zoe'", "ZVISIT t0 WHERE t0.ZFOLDED = ?", .text("zoe")),
        PredicateForm(
            "folded BEGINSWITH[n] 'zo'", "ZVISIT t0 WHERE t0.ZFOLDED >= ? AND t0.ZFOLDED < ?", .text("zo"),
            .text("zp")),
        PredicateForm("folded == title", "ZVISIT t0 WHERE PERDURE_EQUAL(t0.ZFOLDED, t0.ZTITLE, 0)"),
    ]

    @Test(
        "PRE-70, PRE-52, PRE-85, PRE-102, PRE-103 columns beside columns, dates, derived attributes",
        arguments: columnsForms)
    func columns(_ form: PredicateForm) throws { try form.check("Visit") }

    private static let noon = ConstantValue.date(Date(timeIntervalSinceReferenceDate: 0.5))
}
