// SPDX-License-Identifier: Apache-2.0
// Each operator with each kind of options as exact SQL. What the forms of other files have in common with
// these is in PredicateForm.swift.

import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Forms of predicates")
struct FormTests {
    private static let equalityForms: [PredicateForm] = [
        PredicateForm("name == 'b'", "ZPERSON t0 WHERE t0.ZNAME = ?", .text("b")),
        PredicateForm("name ==[c] 'b'", "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 1)", .text("b")),
        PredicateForm("name ==[d] 'b'", "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 2)", .text("b")),
        PredicateForm("name ==[cd] 'b'", "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 3)", .text("b")),
        PredicateForm("name ==[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME = ?", .text("b")),
        PredicateForm("name ==[l] 'b'", "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 8)", .text("b")),
        PredicateForm("name != 'b'", "ZPERSON t0 WHERE t0.ZNAME <> ?", .text("b")),
        PredicateForm("name !=[c] 'b'", "ZPERSON t0 WHERE NOT PERDURE_EQUAL(t0.ZNAME, ?, 1)", .text("b")),
        PredicateForm("name !=[d] 'b'", "ZPERSON t0 WHERE NOT PERDURE_EQUAL(t0.ZNAME, ?, 2)", .text("b")),
        PredicateForm("name !=[cd] 'b'", "ZPERSON t0 WHERE NOT PERDURE_EQUAL(t0.ZNAME, ?, 3)", .text("b")),
        PredicateForm("name !=[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME <> ?", .text("b")),
        PredicateForm("name !=[l] 'b'", "ZPERSON t0 WHERE NOT PERDURE_EQUAL(t0.ZNAME, ?, 8)", .text("b")),
    ]

    @Test("PRE-5, PRE-6, PRE-7, PRE-70, PRE-100 equality of texts", arguments: equalityForms)
    func equality(_ form: PredicateForm) throws { try form.check("Person") }

    private static let orderForms: [PredicateForm] = [
        PredicateForm("name < 'b'", "ZPERSON t0 WHERE t0.ZNAME < ?", .text("b")),
        PredicateForm("name <[c] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 1) < 0", .text("b")),
        PredicateForm("name <[d] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 2) < 0", .text("b")),
        PredicateForm("name <[cd] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 3) < 0", .text("b")),
        PredicateForm("name <[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME < ?", .text("b")),
        PredicateForm("name <[l] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 8) < 0", .text("b")),
        PredicateForm("name <= 'b'", "ZPERSON t0 WHERE t0.ZNAME <= ?", .text("b")),
        PredicateForm("name <=[c] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 1) <= 0", .text("b")),
        PredicateForm("name <=[d] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 2) <= 0", .text("b")),
        PredicateForm("name <=[cd] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 3) <= 0", .text("b")),
        PredicateForm("name <=[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME <= ?", .text("b")),
        PredicateForm("name <=[l] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 8) <= 0", .text("b")),
        PredicateForm("name > 'b'", "ZPERSON t0 WHERE t0.ZNAME > ?", .text("b")),
        PredicateForm("name >[c] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 1) > 0", .text("b")),
        PredicateForm("name >[d] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 2) > 0", .text("b")),
        PredicateForm("name >[cd] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 3) > 0", .text("b")),
        PredicateForm("name >[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME > ?", .text("b")),
        PredicateForm("name >[l] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 8) > 0", .text("b")),
        PredicateForm("name >= 'b'", "ZPERSON t0 WHERE t0.ZNAME >= ?", .text("b")),
        PredicateForm("name >=[c] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 1) >= 0", .text("b")),
        PredicateForm("name >=[d] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 2) >= 0", .text("b")),
        PredicateForm("name >=[cd] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 3) >= 0", .text("b")),
        PredicateForm("name >=[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME >= ?", .text("b")),
        PredicateForm("name >=[l] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 8) >= 0", .text("b")),
    ]

    @Test("PRE-5, PRE-7, PRE-101 order of texts", arguments: orderForms)
    func order(_ form: PredicateForm) throws { try form.check("Person") }

    private static let listsForms: [PredicateForm] = [
        PredicateForm(
            "name BETWEEN {'a', 'b'}", "ZPERSON t0 WHERE t0.ZNAME BETWEEN ? AND ?", .text("a"), .text("b")),
        PredicateForm(
            "name BETWEEN {'a', 'é'}",
            "ZPERSON t0 WHERE t0.ZNAME >= ? AND PERDURE_COMPARE(t0.ZNAME, ?, 0) <= 0", .text("a"),
            .text("\u{E9}")),
        PredicateForm("name IN {'a', 'b'}", "ZPERSON t0 WHERE t0.ZNAME IN (?, ?)", .text("a"), .text("b")),
        PredicateForm(
            "name IN[c] {'a', 'b'}",
            "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 1) OR PERDURE_EQUAL(t0.ZNAME, ?, 1)", .text("a"),
            .text("b")),
        PredicateForm(
            "name IN[d] {'a', 'b'}",
            "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 2) OR PERDURE_EQUAL(t0.ZNAME, ?, 2)", .text("a"),
            .text("b")),
        PredicateForm(
            "name IN[cd] {'a', 'b'}",
            "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 3) OR PERDURE_EQUAL(t0.ZNAME, ?, 3)", .text("a"),
            .text("b")),
        PredicateForm("name IN[n] {'a', 'b'}", "ZPERSON t0 WHERE t0.ZNAME IN (?, ?)", .text("a"), .text("b")),
        PredicateForm(
            "name IN[l] {'a', 'b'}",
            "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 8) OR PERDURE_EQUAL(t0.ZNAME, ?, 8)", .text("a"),
            .text("b")),
        PredicateForm("name IN {}", "ZPERSON t0 WHERE 0"),
        PredicateForm("name IN {nil, 'a'}", "ZPERSON t0 WHERE t0.ZNAME = ?", .text("a")),
        PredicateForm(
            "NOT name IN {'a', 'b'}", "ZPERSON t0 WHERE NOT (t0.ZNAME IN (?, ?))", .text("a"), .text("b")),
        PredicateForm("'a' IN name", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 0)", .text("a")),
        PredicateForm("'a' IN[cd] name", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 3)", .text("a")),
    ]

    @Test("PRE-5, PRE-34, PRE-35, PRE-92, PRE-106 ranges and lists of texts", arguments: listsForms)
    func lists(_ form: PredicateForm) throws { try form.check("Person") }

    private static let patternsForms: [PredicateForm] = [
        PredicateForm("name CONTAINS 'b'", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 0)", .text("b")),
        PredicateForm(
            "name CONTAINS[c] 'b'", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 1)", .text("b")),
        PredicateForm(
            "name CONTAINS[d] 'b'", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 2)", .text("b")),
        PredicateForm(
            "name CONTAINS[cd] 'b'", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 3)", .text("b")),
        PredicateForm(
            "name CONTAINS[n] 'b'", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 4)", .text("b")),
        PredicateForm(
            "name CONTAINS[l] 'b'", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 8)", .text("b")),
        PredicateForm(
            "name BEGINSWITH 'b'",
            "ZPERSON t0 WHERE t0.ZNAME >= ? AND t0.ZNAME < ? AND PERDURE_BEGINSWITH(t0.ZNAME, ?, 0)",
            .text("b"), .text("c"), .text("b")),
        PredicateForm(
            "name BEGINSWITH[c] 'b'", "ZPERSON t0 WHERE PERDURE_BEGINSWITH(t0.ZNAME, ?, 1)", .text("b")),
        PredicateForm(
            "name BEGINSWITH[d] 'b'", "ZPERSON t0 WHERE PERDURE_BEGINSWITH(t0.ZNAME, ?, 2)", .text("b")),
        PredicateForm(
            "name BEGINSWITH[cd] 'b'", "ZPERSON t0 WHERE PERDURE_BEGINSWITH(t0.ZNAME, ?, 3)", .text("b")),
        PredicateForm(
            "name BEGINSWITH[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME >= ? AND t0.ZNAME < ?", .text("b"),
            .text("c")),
        PredicateForm(
            "name BEGINSWITH[l] 'b'", "ZPERSON t0 WHERE PERDURE_BEGINSWITH(t0.ZNAME, ?, 8)", .text("b")),
        PredicateForm("name ENDSWITH 'b'", "ZPERSON t0 WHERE PERDURE_ENDSWITH(t0.ZNAME, ?, 0)", .text("b")),
        PredicateForm(
            "name ENDSWITH[c] 'b'", "ZPERSON t0 WHERE PERDURE_ENDSWITH(t0.ZNAME, ?, 1)", .text("b")),
        PredicateForm(
            "name ENDSWITH[d] 'b'", "ZPERSON t0 WHERE PERDURE_ENDSWITH(t0.ZNAME, ?, 2)", .text("b")),
        PredicateForm(
            "name ENDSWITH[cd] 'b'", "ZPERSON t0 WHERE PERDURE_ENDSWITH(t0.ZNAME, ?, 3)", .text("b")),
        PredicateForm(
            "name ENDSWITH[n] 'b'", "ZPERSON t0 WHERE PERDURE_ENDSWITH(t0.ZNAME, ?, 4)", .text("b")),
        PredicateForm(
            "name ENDSWITH[l] 'b'", "ZPERSON t0 WHERE PERDURE_ENDSWITH(t0.ZNAME, ?, 8)", .text("b")),
        PredicateForm("name LIKE 'b'", "ZPERSON t0 WHERE PERDURE_LIKE(t0.ZNAME, ?, 0)", .text("b")),
        PredicateForm("name LIKE[c] 'b'", "ZPERSON t0 WHERE PERDURE_LIKE(t0.ZNAME, ?, 1)", .text("b")),
        PredicateForm("name LIKE[d] 'b'", "ZPERSON t0 WHERE PERDURE_LIKE(t0.ZNAME, ?, 2)", .text("b")),
        PredicateForm("name LIKE[cd] 'b'", "ZPERSON t0 WHERE PERDURE_LIKE(t0.ZNAME, ?, 3)", .text("b")),
        PredicateForm("name LIKE[n] 'b'", "ZPERSON t0 WHERE PERDURE_LIKE(t0.ZNAME, ?, 4)", .text("b")),
        PredicateForm("name LIKE[l] 'b'", "ZPERSON t0 WHERE PERDURE_LIKE(t0.ZNAME, ?, 8)", .text("b")),
        PredicateForm("name MATCHES 'b'", "ZPERSON t0 WHERE PERDURE_MATCHES(t0.ZNAME, ?, 0)", .text("b")),
        PredicateForm("name MATCHES[c] 'b'", "ZPERSON t0 WHERE PERDURE_MATCHES(t0.ZNAME, ?, 1)", .text("b")),
        PredicateForm("name MATCHES[d] 'b'", "ZPERSON t0 WHERE PERDURE_MATCHES(t0.ZNAME, ?, 2)", .text("b")),
        PredicateForm("name MATCHES[cd] 'b'", "ZPERSON t0 WHERE PERDURE_MATCHES(t0.ZNAME, ?, 3)", .text("b")),
        PredicateForm("name MATCHES[n] 'b'", "ZPERSON t0 WHERE PERDURE_MATCHES(t0.ZNAME, ?, 4)", .text("b")),
        PredicateForm("name MATCHES[l] 'b'", "ZPERSON t0 WHERE PERDURE_MATCHES(t0.ZNAME, ?, 8)", .text("b")),
    ]

    @Test(
        "PRE-5, PRE-36 to PRE-41, PRE-77, PRE-78, PRE-79 parts and patterns of texts",
        arguments: patternsForms)
    func patterns(_ form: PredicateForm) throws { try form.check("Person") }
}
