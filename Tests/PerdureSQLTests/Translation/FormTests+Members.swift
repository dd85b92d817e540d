// SPDX-License-Identifier: Apache-2.0
// ANY, ALL, NONE, membership and SELF, over each kind of to-many relationship, as exact SQL.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

extension FormTests {
    private static let oneToManyForms: [PredicateForm] = [
        PredicateForm(
            "ANY employees.salary > 3",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?)", .integer(3)),
        PredicateForm(
            "SOME employees.salary > 3",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?)", .integer(3)),
        PredicateForm(
            "ALL employees.salary > 3",
            "ZDEPARTMENT t0 WHERE NOT EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK "
                + "AND NOT ((t1.ZSALARY > ?) IS TRUE))", .integer(3)),
        PredicateForm(
            "NONE employees.salary > 3",
            "ZDEPARTMENT t0 WHERE NOT EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?)", .integer(3)),
        PredicateForm(
            "ANY employees.name BEGINSWITH 'a'",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND (t1.ZNAME >= ? AND t1.ZNAME < ? AND PERDURE_BEGINSWITH(t1.ZNAME, ?, 0)))",
            .text("a"), .text("b"), .text("a")),
        PredicateForm(
            "ANY employees.name IN {'a', 'b'}",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZNAME IN (?, ?))", .text("a"), .text("b")),
        PredicateForm(
            "ANY employees.salary == nil",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY IS NULL)"),
        PredicateForm(
            "ANY employees == %@", with: [Company.reference("Employee", 5)],
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_PK = ?)", .integer(5)),
        PredicateForm(
            "ANY employees IN %@",
            with: [.array([Company.reference("Employee", 5), Company.reference("Employee", 6)])],
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_PK IN (?, ?))", .integer(5), .integer(6)),
        PredicateForm(
            "employees CONTAINS %@", with: [Company.reference("Employee", 5)],
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_PK = ?)", .integer(5)),
        PredicateForm(
            "%@ IN employees", with: [Company.reference("Employee", 5)],
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_PK = ?)", .integer(5)),
        PredicateForm(
            "ANY employees.salary > 3 AND ANY employees.age > 3",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?) AND EXISTS (SELECT 1 FROM ZPERSON t2 "
                + "WHERE t2.ZDEPARTMENT = t0.Z_PK AND t2.ZAGE > ?)", .integer(3), .integer(3)),
        PredicateForm(
            "ANY employees.projects.title == 'a'",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 "
                + "FROM ZPERSON t1 JOIN Z_3PROJECTS t2 ON t2.Z_3MEMBERS = t1.Z_PK "
                + "LEFT OUTER JOIN ZPROJECT t3 ON t2.Z_4PROJECTS = t3.Z_PK "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t3.ZTITLE = ?)", .text("a")),
        PredicateForm(
            "ANY employees.tasks.done == YES",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 "
                + "FROM ZPERSON t1 JOIN ZTASK t2 ON t2.ZOWNER = t1.Z_PK "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t2.ZDONE = ?)", .integer(1)),
        PredicateForm(
            "ANY employees.entity == 'Employee'",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_ENT = ?)", .integer(3)),
        PredicateForm(
            "ANY employees.name == name",
            "ZDEPARTMENT t0 WHERE EXISTS (SELECT 1 FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND PERDURE_EQUAL(t1.ZNAME, t0.ZNAME, 0))"),
    ]

    @Test("PRE-42, PRE-43, PRE-73, PRE-74, PRE-80, PRE-107 one-to-many tests", arguments: oneToManyForms)
    func oneToMany(_ form: PredicateForm) throws { try form.check("Department") }

    private static let manyToManyForms: [PredicateForm] = [
        PredicateForm(
            "ANY members == %@", with: [Company.reference("Employee", 5)],
            "ZPROJECT t0 WHERE EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK AND t1.Z_3MEMBERS = ?)", .integer(5)),
        PredicateForm(
            "ANY members.name == 'a'",
            "ZPROJECT t0 WHERE EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "LEFT OUTER JOIN ZPERSON t2 ON t1.Z_3MEMBERS = t2.Z_PK "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK AND t2.ZNAME = ?)", .text("a")),
        PredicateForm(
            "ANY members.department.name == 'a'",
            "ZPROJECT t0 WHERE EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "LEFT OUTER JOIN ZPERSON t2 ON t1.Z_3MEMBERS = t2.Z_PK "
                + "LEFT OUTER JOIN ZDEPARTMENT t3 ON t2.ZDEPARTMENT = t3.Z_PK "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK AND t3.ZNAME = ?)", .text("a")),
        PredicateForm(
            "members.@count > 3",
            "ZPROJECT t0 WHERE (SELECT COUNT(*) FROM Z_3PROJECTS t1 "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK) > ?", .integer(3)),
        PredicateForm(
            "members.@count == 0",
            "ZPROJECT t0 WHERE NOT EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK)"),
        PredicateForm(
            "members.@sum.salary > 3",
            "ZPROJECT t0 WHERE (SELECT COALESCE(SUM(t2.ZSALARY), 0) FROM Z_3PROJECTS t1 "
                + "LEFT OUTER JOIN ZPERSON t2 ON t1.Z_3MEMBERS = t2.Z_PK "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK) > ?", .integer(3)),
        PredicateForm(
            "ALL members.age > 3",
            "ZPROJECT t0 WHERE NOT EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "LEFT OUTER JOIN ZPERSON t2 ON t1.Z_3MEMBERS = t2.Z_PK WHERE t1.Z_4PROJECTS = t0.Z_PK "
                + "AND NOT ((t2.ZAGE > ?) IS TRUE))", .integer(3)),
        PredicateForm(
            "NONE members.age > 3",
            "ZPROJECT t0 WHERE NOT EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "LEFT OUTER JOIN ZPERSON t2 ON t1.Z_3MEMBERS = t2.Z_PK "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK AND t2.ZAGE > ?)", .integer(3)),
        PredicateForm(
            "members CONTAINS %@", with: [Company.reference("Employee", 5)],
            "ZPROJECT t0 WHERE EXISTS (SELECT 1 FROM Z_3PROJECTS t1 "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK AND t1.Z_3MEMBERS = ?)", .integer(5)),
        PredicateForm(
            "ANY notes.title == 'a'",
            "ZPROJECT t0 WHERE EXISTS (SELECT 1 FROM ZTASK t1 "
                + "WHERE t1.Z4NOTES = t0.Z_PK AND t1.ZTITLE = ?)", .text("a")),
        PredicateForm(
            "SELF == %@", with: [Company.reference("Project", 5)], "ZPROJECT t0 WHERE t0.Z_PK = ?",
            .integer(5)),
        PredicateForm(
            "SELF IN %@", with: [.array([Company.reference("Project", 5), Company.reference("Project", 6)])],
            "ZPROJECT t0 WHERE t0.Z_PK IN (?, ?)", .integer(5), .integer(6)),
        PredicateForm(
            "objectID == %@", with: [Company.reference("Project", 5)], "ZPROJECT t0 WHERE t0.Z_PK = ?",
            .integer(5)),
        PredicateForm(
            "SELF != %@", with: [Company.reference("Project", 5)], "ZPROJECT t0 WHERE t0.Z_PK <> ?",
            .integer(5)),
        PredicateForm("SELF IN {}", "ZPROJECT t0 WHERE 0"),
    ]

    @Test("PRE-42, PRE-80 many-to-many tests", arguments: manyToManyForms)
    func manyToMany(_ form: PredicateForm) throws { try form.check("Project") }

    private static let friends =
        "(SELECT Z_3FRIENDS, REFLEXIVE FROM Z_3FRIENDS "
        + "UNION ALL SELECT b.REFLEXIVE, b.Z_3FRIENDS FROM Z_3FRIENDS b WHERE NOT EXISTS "
        + "(SELECT 1 FROM Z_3FRIENDS f WHERE f.Z_3FRIENDS = b.REFLEXIVE AND f.REFLEXIVE = b.Z_3FRIENDS))"

    private static let employeeForms: [PredicateForm] = [
        PredicateForm("salary > 3", "ZPERSON t0 WHERE t0.Z_ENT = 3 AND t0.ZSALARY > ?", .integer(3)),
        PredicateForm(
            "name == 'a' AND salary > 3",
            "ZPERSON t0 WHERE t0.Z_ENT = 3 AND (t0.ZNAME = ? AND t0.ZSALARY > ?)", .text("a"), .integer(3)),
        PredicateForm(
            "ANY friends == %@", with: [Company.reference("Employee", 5)],
            "ZPERSON t0 WHERE t0.Z_ENT = 3 AND EXISTS (SELECT 1 FROM \(friends) t1 "
                + "WHERE t1.Z_3FRIENDS = t0.Z_PK AND t1.REFLEXIVE = ?)", .integer(5)),
        PredicateForm(
            "ANY friends.name == 'a'",
            "ZPERSON t0 WHERE t0.Z_ENT = 3 AND EXISTS (SELECT 1 FROM \(friends) t1 "
                + "LEFT OUTER JOIN ZPERSON t2 ON t1.REFLEXIVE = t2.Z_PK "
                + "WHERE t1.Z_3FRIENDS = t0.Z_PK AND t2.ZNAME = ?)", .text("a")),
        PredicateForm(
            "friends.@count > 1",
            "ZPERSON t0 WHERE t0.Z_ENT = 3 AND (SELECT COUNT(*) FROM \(friends) t1 "
                + "WHERE t1.Z_3FRIENDS = t0.Z_PK) > ?", .integer(1)),
        PredicateForm(
            "ANY tasks.title == 'a'",
            "ZPERSON t0 WHERE t0.Z_ENT = 3 AND EXISTS (SELECT 1 FROM ZTASK t1 "
                + "WHERE t1.ZOWNER = t0.Z_PK AND t1.ZTITLE = ?)", .text("a")),
        PredicateForm(
            "tasks.@count == 2",
            "ZPERSON t0 WHERE t0.Z_ENT = 3 AND (SELECT COUNT(*) FROM ZTASK t1 "
                + "WHERE t1.ZOWNER = t0.Z_PK) = ?", .integer(2)),
        PredicateForm(
            "tasks CONTAINS %@", with: [Company.reference("Task", 5)],
            "ZPERSON t0 WHERE t0.Z_ENT = 3 AND EXISTS (SELECT 1 FROM ZTASK t1 "
                + "WHERE t1.ZOWNER = t0.Z_PK AND t1.Z_PK = ?)", .integer(5)),
        PredicateForm("entity == 'Employee'", "ZPERSON t0 WHERE t0.Z_ENT = 3 AND t0.Z_ENT = ?", .integer(3)),
        PredicateForm(
            "badge == %@", with: [.uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))],
            "ZPERSON t0 WHERE t0.Z_ENT = 3 AND t0.ZBADGE = ?", .blob(Data(1...16))),
    ]

    @Test("PRE-80, PRE-87 subentities, reflexive and ordered relationships", arguments: employeeForms)
    func employee(_ form: PredicateForm) throws { try form.check("Employee") }
}
