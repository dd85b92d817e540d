// SPDX-License-Identifier: Apache-2.0
// The forms whose SQL differs where nil follows the rules of Foundation: unknown is false where it arises.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

extension FormTests {
    private static let foundationAttributesForms: [PredicateForm] = [
        PredicateForm("name == 'b'", "ZPERSON t0 WHERE t0.ZNAME = ?", .text("b")),
        PredicateForm("name != 'b'", "ZPERSON t0 WHERE t0.ZNAME IS NOT ?", .text("b")),
        PredicateForm("NOT name == 'b'", "ZPERSON t0 WHERE NOT (t0.ZNAME IS ?)", .text("b")),
        PredicateForm("name ==[c] 'b'", "ZPERSON t0 WHERE PERDURE_EQUAL(t0.ZNAME, ?, 1)", .text("b")),
        PredicateForm(
            "name !=[c] 'b'", "ZPERSON t0 WHERE NOT (PERDURE_EQUAL(t0.ZNAME, ?, 1) IS TRUE)", .text("b")),
        PredicateForm("name ==[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME = ?", .text("b")),
        PredicateForm(
            "name == 'é'", "ZPERSON t0 WHERE t0.ZNAME IN (?, ?)", .text("\u{E9}"), .text("e\u{301}")),
        PredicateForm(
            "name != 'é'", "ZPERSON t0 WHERE NOT ((t0.ZNAME IN (?, ?)) IS TRUE)", .text("\u{E9}"),
            .text("e\u{301}")),
        PredicateForm("name == nil", "ZPERSON t0 WHERE t0.ZNAME IS NULL"),
        PredicateForm("name != nil", "ZPERSON t0 WHERE t0.ZNAME IS NOT NULL"),
        PredicateForm("name < 'b'", "ZPERSON t0 WHERE t0.ZNAME < ?", .text("b")),
        PredicateForm("NOT name < 'b'", "ZPERSON t0 WHERE NOT ((t0.ZNAME < ?) IS TRUE)", .text("b")),
        PredicateForm("name <[c] 'b'", "ZPERSON t0 WHERE PERDURE_COMPARE(t0.ZNAME, ?, 1) < 0", .text("b")),
        PredicateForm(
            "age BETWEEN {1, 2}", "ZPERSON t0 WHERE t0.ZAGE BETWEEN ? AND ?", .integer(1), .integer(2)),
        PredicateForm(
            "NOT age BETWEEN {1, 2}", "ZPERSON t0 WHERE NOT ((t0.ZAGE BETWEEN ? AND ?) IS TRUE)", .integer(1),
            .integer(2)),
        PredicateForm("age IN {1}", "ZPERSON t0 WHERE t0.ZAGE = ?", .integer(1)),
        PredicateForm("age IN {1, 2}", "ZPERSON t0 WHERE t0.ZAGE IN (?, ?)", .integer(1), .integer(2)),
        PredicateForm(
            "NOT age IN {1, 2}", "ZPERSON t0 WHERE NOT ((t0.ZAGE IN (?, ?)) IS TRUE)", .integer(1),
            .integer(2)),
        PredicateForm("NOT age IN {1, nil}", "ZPERSON t0 WHERE NOT ((t0.ZAGE = ?) IS TRUE)", .integer(1)),
        PredicateForm("age IN {}", "ZPERSON t0 WHERE 0"),
        PredicateForm(
            "age IN {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}",
            "ZPERSON t0 WHERE t0.ZAGE IN (SELECT value FROM json_each(?))",
            .list(.integers(Array(1...17)))),
        PredicateForm("name CONTAINS 'b'", "ZPERSON t0 WHERE PERDURE_CONTAINS(t0.ZNAME, ?, 0)", .text("b")),
        PredicateForm(
            "NOT name CONTAINS 'b'", "ZPERSON t0 WHERE NOT (PERDURE_CONTAINS(t0.ZNAME, ?, 0) IS TRUE)",
            .text("b")),
        PredicateForm(
            "name BEGINSWITH 'b'",
            "ZPERSON t0 WHERE t0.ZNAME >= ? AND t0.ZNAME < ? AND PERDURE_BEGINSWITH(t0.ZNAME, ?, 0)",
            .text("b"), .text("c"), .text("b")),
        PredicateForm(
            "name BEGINSWITH[n] 'b'", "ZPERSON t0 WHERE t0.ZNAME >= ? AND t0.ZNAME < ?", .text("b"),
            .text("c")),
        PredicateForm("name LIKE 'b*'", "ZPERSON t0 WHERE PERDURE_LIKE(t0.ZNAME, ?, 0)", .text("b*")),
        PredicateForm("name MATCHES 'b.*'", "ZPERSON t0 WHERE PERDURE_MATCHES(t0.ZNAME, ?, 0)", .text("b.*")),
        PredicateForm("age == worth", "ZPERSON t0 WHERE t0.ZAGE IS t0.ZWORTH"),
        PredicateForm("age != worth", "ZPERSON t0 WHERE t0.ZAGE IS NOT t0.ZWORTH"),
        PredicateForm("age < worth", "ZPERSON t0 WHERE t0.ZAGE < t0.ZWORTH"),
        PredicateForm("age == 'x'", "ZPERSON t0 WHERE 0"),
        PredicateForm("age + 1 == 2", "ZPERSON t0 WHERE t0.ZAGE + ? = ?", .integer(1), .integer(2)),
        PredicateForm(
            "NOT (age > 1 AND name == 'b')", "ZPERSON t0 WHERE NOT ((t0.ZAGE > ?) IS TRUE AND t0.ZNAME IS ?)",
            .integer(1), .text("b")),
        PredicateForm(
            "age > 1 OR name == 'b'", "ZPERSON t0 WHERE t0.ZAGE > ? OR t0.ZNAME = ?", .integer(1), .text("b")),
        PredicateForm("NOT (NOT age > 1)", "ZPERSON t0 WHERE NOT (NOT ((t0.ZAGE > ?) IS TRUE))", .integer(1)),
    ]

    @Test(
        "PRE-90 to PRE-97, PRE-99, PRE-140, PRE-141 attributes by the rules of Foundation",
        arguments: foundationAttributesForms)
    func foundationAttributes(_ form: PredicateForm) throws { try form.check("Person", nulls: .foundation) }

    private static let foundationTextsForms: [PredicateForm] = [
        PredicateForm(
            "title == memo",
            "ZVISIT t0 WHERE PERDURE_EQUAL(t0.ZTITLE, t0.ZMEMO, 0) "
                + "OR t0.ZTITLE IS NULL AND t0.ZMEMO IS NULL"),
        PredicateForm(
            "title != memo",
            "ZVISIT t0 WHERE NOT (PERDURE_EQUAL(t0.ZTITLE, t0.ZMEMO, 0) IS TRUE "
                + "OR t0.ZTITLE IS NULL AND t0.ZMEMO IS NULL)"),
        PredicateForm("title < memo", "ZVISIT t0 WHERE PERDURE_COMPARE(t0.ZTITLE, t0.ZMEMO, 0) < 0"),
        PredicateForm("previous == SELF", "ZVISIT t0 WHERE t0.ZPREVIOUS IS t0.Z_PK"),
        PredicateForm(
            "previous.title == nil",
            "ZVISIT t0 LEFT OUTER JOIN ZVISIT t1 ON t0.ZPREVIOUS = t1.Z_PK WHERE t1.ZTITLE IS NULL"),
        PredicateForm(
            "previous.title == 'a'",
            "ZVISIT t0 LEFT OUTER JOIN ZVISIT t1 ON t0.ZPREVIOUS = t1.Z_PK WHERE t1.ZTITLE = ?", .text("a")),
        PredicateForm(
            "previous.title != 'a'",
            "ZVISIT t0 LEFT OUTER JOIN ZVISIT t1 ON t0.ZPREVIOUS = t1.Z_PK WHERE t1.ZTITLE IS NOT ?",
            .text("a")),
        PredicateForm("title ==[n] memo", "ZVISIT t0 WHERE t0.ZTITLE IS t0.ZMEMO"),
        PredicateForm("title !=[n] memo", "ZVISIT t0 WHERE t0.ZTITLE IS NOT t0.ZMEMO"),
    ]

    @Test("PRE-99, PRE-141 texts of rows by the rules of Foundation", arguments: foundationTextsForms)
    func foundationTexts(_ form: PredicateForm) throws { try form.check("Visit", nulls: .foundation) }

    private static let foundationMembersForms: [PredicateForm] = [
        PredicateForm(
            "ANY employees.salary > 3",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?)", .integer(3)),
        PredicateForm(
            "ANY employees.salary != 3",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY IS NOT ?)", .integer(3)),
        PredicateForm(
            "ALL employees.salary > 3",
            "ZDEPARTMENT t0 WHERE NOT EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK "
                + "AND NOT ((t1.ZSALARY > ?) IS TRUE))", .integer(3)),
        PredicateForm(
            "ALL employees.salary != 3",
            "ZDEPARTMENT t0 WHERE NOT EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK "
                + "AND NOT (t1.ZSALARY IS NOT ?))", .integer(3)),
        PredicateForm(
            "NONE employees.salary > 3",
            "ZDEPARTMENT t0 WHERE NOT EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?)", .integer(3)),
        PredicateForm(
            "employees.@count > 3",
            "ZDEPARTMENT t0 WHERE (SELECT COUNT(*) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(3)),
        PredicateForm(
            "employees.@max.salary > 3",
            "ZDEPARTMENT t0 WHERE (SELECT MAX(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(3)),
        PredicateForm(
            "employees.@max.salary != 3",
            "ZDEPARTMENT t0 WHERE (SELECT MAX(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) IS NOT ?", .integer(3)),
        PredicateForm(
            "employees CONTAINS %@", with: [Company.reference("Employee", 5)],
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_PK = ?)", .integer(5)),
        PredicateForm(
            "SUBQUERY(employees, $e, $e.name == name).@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND (PERDURE_EQUAL(t1.ZNAME, t0.ZNAME, 0) "
                + "OR t1.ZNAME IS NULL AND t0.ZNAME IS NULL))"),
        PredicateForm(
            "SUBQUERY(employees, $e, NOT $e.salary > 3).@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK "
                + "AND NOT ((t1.ZSALARY > ?) IS TRUE))", .integer(3)),
    ]

    @Test("PRE-99, PRE-107, PRE-141 members by the rules of Foundation", arguments: foundationMembersForms)
    func foundationMembers(_ form: PredicateForm) throws { try form.check("Department", nulls: .foundation) }

    private static let foundationStepsForms: [PredicateForm] = [
        PredicateForm(
            "owner.name == 'a'",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZNAME = ?", .text("a")),
        PredicateForm(
            "owner.name != 'a'",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZNAME IS NOT ?", .text("a")),
        PredicateForm(
            "owner.department == nil",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZDEPARTMENT IS NULL"),
        PredicateForm(
            "owner != %@", with: [Company.reference("Employee", 5)], "ZTASK t0 WHERE t0.ZOWNER IS NOT ?",
            .integer(5)),
        PredicateForm(
            "owner.tasks.@count == 0",
            "ZTASK t0 WHERE CASE WHEN t0.ZOWNER IS NOT NULL THEN (SELECT COUNT(*) FROM ZTASK t1 "
                + "WHERE t1.ZOWNER = t0.ZOWNER) ELSE NULL END = ?", .integer(0)),
        PredicateForm(
            "ANY owner.projects.title == 'a'",
            "ZTASK t0 WHERE EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "LEFT OUTER JOIN ZPROJECT t2 ON t1.Z_4PROJECTS = t2.Z_PK "
                + "WHERE t1.Z_3MEMBERS = t0.ZOWNER AND t2.ZTITLE = ?)", .text("a")),
        PredicateForm(
            "NONE owner.projects.title == 'a'",
            "ZTASK t0 WHERE NOT EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "LEFT OUTER JOIN ZPROJECT t2 ON t1.Z_4PROJECTS = t2.Z_PK "
                + "WHERE t1.Z_3MEMBERS = t0.ZOWNER AND t2.ZTITLE = ?)", .text("a")),
    ]

    @Test(
        "PRE-99, PRE-141 what lies behind a to-one step by the rules of Foundation",
        arguments: foundationStepsForms)
    func foundationSteps(_ form: PredicateForm) throws { try form.check("Task", nulls: .foundation) }
}
