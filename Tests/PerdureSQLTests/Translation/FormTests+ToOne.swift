// SPDX-License-Identifier: Apache-2.0
// Paths over to-one relationships, and an entity related with itself, as exact SQL.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

extension FormTests {
    private static let toOneForms: [PredicateForm] = [
        PredicateForm(
            "owner.name == 'a'",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZNAME = ?", .text("a")),
        PredicateForm(
            "owner.department.name == 'a'",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK "
                + "LEFT OUTER JOIN ZDEPARTMENT t2 ON t1.ZDEPARTMENT = t2.Z_PK WHERE t2.ZNAME = ?", .text("a")),
        PredicateForm(
            "owner.department == %@", with: [Company.reference("Department", 5)],
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZDEPARTMENT = ?", .integer(5)
        ),
        PredicateForm(
            "owner.department.name == owner.name",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK "
                + "LEFT OUTER JOIN ZDEPARTMENT t2 ON t1.ZDEPARTMENT = t2.Z_PK "
                + "WHERE PERDURE_EQUAL(t2.ZNAME, t1.ZNAME, 0)"),
        PredicateForm(
            "owner.name == nil",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZNAME IS NULL"),
        PredicateForm(
            "owner.department == nil",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZDEPARTMENT IS NULL"),
        PredicateForm("owner != nil", "ZTASK t0 WHERE t0.ZOWNER IS NOT NULL"),
        PredicateForm(
            "owner == %@", with: [Company.reference("Employee", 5)], "ZTASK t0 WHERE t0.ZOWNER = ?",
            .integer(5)),
        PredicateForm(
            "owner != %@", with: [Company.reference("Employee", 5)], "ZTASK t0 WHERE t0.ZOWNER <> ?",
            .integer(5)),
        PredicateForm(
            "owner IN %@",
            with: [.array([Company.reference("Employee", 5), Company.reference("Employee", 6), .null])],
            "ZTASK t0 WHERE t0.ZOWNER IN (?, ?)", .integer(5), .integer(6)),
        PredicateForm(
            "owner IN %@", with: [.array((1...17).map { Company.reference("Employee", $0) })],
            "ZTASK t0 WHERE t0.ZOWNER IN (SELECT value FROM json_each(?))",
            .list(.integers(Array(1...17)))),
        PredicateForm("owner == reviewer", "ZTASK t0 WHERE t0.ZOWNER = t0.ZREVIEWER"),
        PredicateForm("reviewer.entity == 'Employee'", "ZTASK t0 WHERE t0.Z2_REVIEWER = ?", .integer(3)),
        PredicateForm(
            "owner.salary > 10",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZSALARY > ?", .integer(10)),
        PredicateForm(
            "owner.place.latitude > 1",
            "ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZOWNER = t1.Z_PK WHERE t1.ZLATITUDE > ?",
            .integer(1)),
        PredicateForm(
            "owner.tasks.@count > 1",
            "ZTASK t0 WHERE CASE WHEN t0.ZOWNER IS NOT NULL THEN (SELECT COUNT(*) FROM ZTASK t1 "
                + "WHERE t1.ZOWNER = t0.ZOWNER) ELSE NULL END > ?", .integer(1)),
        PredicateForm(
            "ANY owner.projects.title == 'a'",
            "ZTASK t0 WHERE EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "LEFT OUTER JOIN ZPROJECT t2 ON t1.Z_4PROJECTS = t2.Z_PK "
                + "WHERE t1.Z_3MEMBERS = t0.ZOWNER AND t2.ZTITLE = ?)", .text("a")),
    ]

    @Test("PRE-30, PRE-80, PRE-82 to-one paths of one and two steps", arguments: toOneForms)
    func toOne(_ form: PredicateForm) throws { try form.check("Task") }

    private static let reflexiveForms: [PredicateForm] = [
        PredicateForm(
            "previous.title == 'a'",
            "ZVISIT t0 LEFT OUTER JOIN ZVISIT t1 ON t0.ZPREVIOUS = t1.Z_PK WHERE t1.ZTITLE = ?", .text("a")),
        PredicateForm(
            "previous.previous.title == 'a'",
            "ZVISIT t0 LEFT OUTER JOIN ZVISIT t1 ON t0.ZPREVIOUS = t1.Z_PK "
                + "LEFT OUTER JOIN ZVISIT t2 ON t1.ZPREVIOUS = t2.Z_PK WHERE t2.ZTITLE = ?", .text("a")),
        PredicateForm(
            "ANY following.title == 'a'",
            "ZVISIT t0 WHERE EXISTS (SELECT 1 FROM ZVISIT t1 "
                + "WHERE t1.ZPREVIOUS = t0.Z_PK AND t1.ZTITLE = ?)", .text("a")),
        PredicateForm(
            "following.@count == 0",
            "ZVISIT t0 WHERE NOT EXISTS (SELECT 1 FROM ZVISIT t1 WHERE t1.ZPREVIOUS = t0.Z_PK)"),
        PredicateForm("previous == SELF", "ZVISIT t0 WHERE t0.ZPREVIOUS = t0.Z_PK"),
        PredicateForm(
            "previous.following.@count > 1",
            "ZVISIT t0 WHERE CASE WHEN t0.ZPREVIOUS IS NOT NULL THEN (SELECT COUNT(*) FROM ZVISIT t1 "
                + "WHERE t1.ZPREVIOUS = t0.ZPREVIOUS) ELSE NULL END > ?", .integer(1)),
    ]

    @Test("PRE-80 relationships of an entity with itself", arguments: reflexiveForms)
    func reflexive(_ form: PredicateForm) throws { try form.check("Visit") }
}
