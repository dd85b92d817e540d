// SPDX-License-Identifier: Apache-2.0
// SUBQUERY, nested ones and their aggregates as exact SQL.

import PerdureStore
import Testing

@testable import PerdureSQL

extension FormTests {
    private static let subqueriesForms: [PredicateForm] = [
        PredicateForm(
            "SUBQUERY(employees, $e, $e.salary > 10 AND $e.name BEGINSWITH 'A').@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND (t1.ZSALARY > ? AND (t1.ZNAME >= ? AND t1.ZNAME < ? AND PERDURE_BEGINSWITH(t1.ZNAME, ?, 0))))",
            .integer(10), .text("A"), .text("B"), .text("A")),
        PredicateForm(
            "SUBQUERY(employees, $e, $e.salary > 10).@count == 0",
            "ZDEPARTMENT t0 WHERE NOT EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?)", .integer(10)),
        PredicateForm(
            "SUBQUERY(employees, $e, $e.salary > 10).@count > 2",
            "ZDEPARTMENT t0 WHERE (SELECT COUNT(*) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?) > ?", .integer(10), .integer(2)),
        PredicateForm(
            "SUBQUERY(employees, $e, $e.name == name).@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND PERDURE_EQUAL(t1.ZNAME, t0.ZNAME, 0))"),
        PredicateForm(
            "SUBQUERY(employees, $e, $e == %@).@count > 0", with: [Company.reference("Employee", 5)],
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_PK = ?)", .integer(5)),
        PredicateForm(
            "SUBQUERY(employees, $e, $e.department == SELF).@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZDEPARTMENT = t0.Z_PK)"),
        PredicateForm(
            "SUBQUERY(employees, $e, ANY $e.projects.title == 'a').@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK "
                + "AND EXISTS (SELECT 1 FROM Z_3PROJECTS t2 "
                + "LEFT OUTER JOIN ZPROJECT t3 ON t2.Z_4PROJECTS = t3.Z_PK "
                + "WHERE t2.Z_3MEMBERS = t1.Z_PK AND t3.ZTITLE = ?))", .text("a")),
        PredicateForm(
            "SUBQUERY(employees, $e, $e.tasks.@count > 1).@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK "
                + "AND (SELECT COUNT(*) FROM ZTASK t2 WHERE t2.ZOWNER = t1.Z_PK) > ?)", .integer(1)),
        PredicateForm(
            "SUBQUERY(employees, $e, SUBQUERY($e.projects, $p, $p.title == 'a').@count > 0).@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK "
                + "AND EXISTS (SELECT 1 FROM Z_3PROJECTS t2 "
                + "LEFT OUTER JOIN ZPROJECT t3 ON t2.Z_4PROJECTS = t3.Z_PK "
                + "WHERE t2.Z_3MEMBERS = t1.Z_PK AND t3.ZTITLE = ?))", .text("a")),
        PredicateForm(
            "SUBQUERY(employees, $e, SUBQUERY($e.tasks, $t, $t.title == $e.name AND $t.done == YES).@count > 1).@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK "
                + "AND (SELECT COUNT(*) FROM ZTASK t2 "
                + "WHERE t2.ZOWNER = t1.Z_PK AND (PERDURE_EQUAL(t2.ZTITLE, t1.ZNAME, 0) AND t2.ZDONE = ?)) > ?)",
            .integer(1), .integer(1)),
        PredicateForm(
            "SUBQUERY(employees.projects, $p, $p.title == 'a').@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 "
                + "FROM ZPERSON t1 JOIN Z_3PROJECTS t2 ON t2.Z_3MEMBERS = t1.Z_PK "
                + "LEFT OUTER JOIN ZPROJECT t3 ON t2.Z_4PROJECTS = t3.Z_PK "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t3.ZTITLE = ?)", .text("a")),
        PredicateForm(
            "SUBQUERY(employees, $e, $e.age > 3).@sum.salary > 100",
            "ZDEPARTMENT t0 WHERE (SELECT COALESCE(SUM(t1.ZSALARY), 0) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZAGE > ?) > ?", .integer(3), .integer(100)),
        PredicateForm(
            "ANY SUBQUERY(employees, $e, $e.age > 3).name == 'a'",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZAGE > ? AND t1.ZNAME = ?)", .integer(3), .text("a")),
        PredicateForm(
            "SUBQUERY(employees, $e, $e.entity == 'Employee').@count > 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_ENT = ?)", .integer(3)),
    ]

    @Test("PRE-18, PRE-82 subqueries, one in another, and the outer object", arguments: subqueriesForms)
    func subqueries(_ form: PredicateForm) throws { try form.check("Department") }
}
