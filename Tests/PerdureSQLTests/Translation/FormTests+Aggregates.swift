// SPDX-License-Identifier: Apache-2.0
// Collection operators and aggregate functions over members as exact SQL.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

extension FormTests {
    private static let aggregatesForms: [PredicateForm] = [
        PredicateForm(
            "employees.@count > 3",
            "ZDEPARTMENT t0 WHERE (SELECT COUNT(*) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(3)),
        PredicateForm(
            "employees.@count == 0",
            "ZDEPARTMENT t0 WHERE NOT EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK)"),
        PredicateForm(
            "employees.@count != 0",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK)"),
        PredicateForm(
            "employees.@count >= 1",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK)"),
        PredicateForm(
            "3 < employees.@count",
            "ZDEPARTMENT t0 WHERE ? < (SELECT COUNT(*) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK)", .integer(3)),
        PredicateForm(
            "employees.@sum.salary > 100",
            "ZDEPARTMENT t0 WHERE (SELECT COALESCE(SUM(t1.ZSALARY), 0) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(100)),
        PredicateForm(
            "employees.@avg.salary > 100",
            "ZDEPARTMENT t0 WHERE (SELECT AVG(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(100)),
        PredicateForm(
            "employees.@min.salary < 100",
            "ZDEPARTMENT t0 WHERE (SELECT MIN(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) < ?", .integer(100)),
        PredicateForm(
            "employees.@max.salary == nil",
            "ZDEPARTMENT t0 WHERE (SELECT MAX(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) IS NULL"),
        PredicateForm(
            "employees.@max.hired > %@", with: [.date(Date(timeIntervalSinceReferenceDate: 0.5))],
            "ZDEPARTMENT t0 WHERE (SELECT MAX(t1.ZHIRED) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .real(0.5)),
        PredicateForm(
            "@sum.employees.salary == 0",
            "ZDEPARTMENT t0 WHERE (SELECT COALESCE(SUM(t1.ZSALARY), 0) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) = ?", .integer(0)),
        PredicateForm(
            "employees.projects.@count > 3",
            "ZDEPARTMENT t0 WHERE (SELECT COUNT(*) "
                + "FROM ZPERSON t1 JOIN Z_3PROJECTS t2 ON t2.Z_3MEMBERS = t1.Z_PK "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(3)),
        PredicateForm(
            "sum:(employees.salary) > 100",
            "ZDEPARTMENT t0 WHERE (SELECT COALESCE(SUM(t1.ZSALARY), 0) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(100)),
        PredicateForm(
            "average:(employees.salary) > 1",
            "ZDEPARTMENT t0 WHERE (SELECT AVG(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(1)),
        PredicateForm(
            "min:(employees.salary) > 1",
            "ZDEPARTMENT t0 WHERE (SELECT MIN(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(1)),
        PredicateForm(
            "max:(employees.salary) > 1",
            "ZDEPARTMENT t0 WHERE (SELECT MAX(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(1)),
        PredicateForm(
            "count:(employees) > 1",
            "ZDEPARTMENT t0 WHERE (SELECT COUNT(*) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(1)),
        PredicateForm(
            "employees[SIZE] > 1",
            "ZDEPARTMENT t0 WHERE (SELECT COUNT(*) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > ?", .integer(1)),
        PredicateForm(
            "employees.@max.salary > employees.@min.salary * 2",
            "ZDEPARTMENT t0 WHERE (SELECT MAX(t1.ZSALARY) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK) > (SELECT MIN(t2.ZSALARY) FROM ZPERSON t2 "
                + "WHERE t2.ZDEPARTMENT = t0.Z_PK) * ?", .integer(2)),
    ]

    @Test("PRE-46, PRE-47, PRE-80, PRE-81, PRE-75 aggregates of members", arguments: aggregatesForms)
    func aggregates(_ form: PredicateForm) throws { try form.check("Department") }
}
