// SPDX-License-Identifier: Apache-2.0
// Key paths through relationships: joins for to-one steps, sub-selects for to-many steps.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Relationships in predicates")
struct RelationshipPathTests {
    private func keys(_ entity: String, _ predicate: PredicateNode) throws -> String {
        try Company.keys(entity, predicate).text
    }

    private let employees = "SELECT t0.Z_PK, t0.Z_ENT FROM ZPERSON t0"
    private let departments = "SELECT t0.Z_PK, t0.Z_ENT FROM ZDEPARTMENT t0 WHERE"
    private let projects = "SELECT t0.Z_PK, t0.Z_ENT FROM ZPROJECT t0 WHERE"

    @Test("one join per path, however often it is used")
    func sharedJoin() throws {
        let name = ExpressionNode.key("department", "name")
        #expect(
            try keys(
                "Employee", .and([compare(name, .greaterThan, .string("a")), compare(name, .equal, .null)]))
                == "\(employees) LEFT OUTER JOIN ZDEPARTMENT t1 ON t0.ZDEPARTMENT = t1.Z_PK "
                + "WHERE t0.Z_ENT = 3 AND (t1.ZNAME > ? AND t1.ZNAME IS NULL)")
    }

    @Test("PRE-80 a to-one relationship is compared by its key, without a join")
    func toOne() throws {
        let department = ExpressionNode.key("department")
        #expect(
            try Company.keys("Employee", compare(department, .equal, Company.reference("Department", 5)))
                == SQLText("\(employees) WHERE t0.Z_ENT = 3 AND t0.ZDEPARTMENT = ?", [.integer(5)]))
        #expect(
            try keys("Employee", compare(department, .equal, .null))
                == "\(employees) WHERE t0.Z_ENT = 3 AND t0.ZDEPARTMENT IS NULL")
        #expect(
            try keys(
                "Employee",
                compare(department, .isIn, .array([1, 2].map { Company.reference("Department", $0) })))
                == "\(employees) WHERE t0.Z_ENT = 3 AND t0.ZDEPARTMENT IN (?, ?)")
    }

    @Test("an object of another hierarchy matches nothing")
    func otherHierarchy() throws {
        let department = ExpressionNode.key("department")
        #expect(
            try keys("Employee", compare(department, .equal, Company.reference("Task", 5)))
                == "\(employees) WHERE t0.Z_ENT = 3 AND (t0.ZDEPARTMENT IS NULL AND NULL)")
        #expect(
            try keys("Employee", compare(department, .notEqual, Company.reference("Task", 5)))
                == "\(employees) WHERE t0.Z_ENT = 3 AND NOT (t0.ZDEPARTMENT IS NULL AND NULL)")
    }

    @Test("a number is no object, though keys are numbers")
    func numberAsObject() throws {
        #expect(try keys("Department", compare(.evaluatedObject, .equal, .integer(5))) == "\(departments) 0")
    }

    @Test("PRE-45 SELF is the primary key")
    func evaluatedObject() throws {
        #expect(
            try keys("Department", compare(.evaluatedObject, .equal, Company.reference("Department", 5)))
                == "\(departments) t0.Z_PK = ?")
        #expect(
            try keys("Department", compare(.key("objectID"), .equal, Company.reference("Department", 5)))
                == "\(departments) t0.Z_PK = ?")
    }

    @Test("the entity of a destination stands beside its key")
    func destinationEntity() throws {
        #expect(
            try keys("Task", compare(.key("reviewer", "entity"), .equal, .string("Employee")))
                == "SELECT t0.Z_PK, t0.Z_ENT FROM ZTASK t0 WHERE t0.Z2_REVIEWER = ?")
    }

    @Test("PRE-42 ANY is EXISTS, PRE-74 ALL has no member that does not satisfy")
    func quantifiers() throws {
        let salary = ExpressionNode.key("employees", "salary")
        let members = "EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK AND"
        #expect(
            try keys("Department", compare(salary, .greaterThan, .integer(3), qualifier: .any))
                == "\(departments) \(members) t1.ZSALARY > ?)")
        #expect(
            try keys("Department", compare(salary, .greaterThan, .integer(3), qualifier: .all))
                == "\(departments) NOT \(members) NOT ((t1.ZSALARY > ?) IS TRUE))")
        #expect(
            try keys("Department", .not(compare(salary, .greaterThan, .integer(3), qualifier: .any)))
                == "\(departments) NOT \(members) t1.ZSALARY > ?)")
    }

    @Test("a join table is joined with its members only when a column of theirs is needed")
    func manyToMany() throws {
        #expect(
            try keys(
                "Project", compare(.key("members"), .equal, Company.reference("Employee", 9), qualifier: .any)
            )
                == "\(projects) EXISTS (SELECT 1 FROM Z_3PROJECTS t1 WHERE t1.Z_4PROJECTS = t0.Z_PK AND t1.Z_3MEMBERS = ?)"
        )
        #expect(
            try keys("Project", compare(.key("members", "name"), .equal, .string("x"), qualifier: .any))
                == "\(projects) EXISTS (SELECT 1 FROM Z_3PROJECTS t1 LEFT OUTER JOIN ZPERSON t2 ON t1.Z_3MEMBERS = t2.Z_PK "
                + "WHERE t1.Z_4PROJECTS = t0.Z_PK AND t2.ZNAME = ?)")
    }

    @Test("a reflexive relationship counts each pair in both directions")
    func reflexive() throws {
        #expect(
            try keys(
                "Employee",
                compare(.key("friends"), .equal, Company.reference("Employee", 1), qualifier: .any))
                == "\(employees) WHERE t0.Z_ENT = 3 AND EXISTS (SELECT 1 FROM (SELECT Z_3FRIENDS, REFLEXIVE FROM Z_3FRIENDS "
                + "UNION ALL SELECT b.REFLEXIVE, b.Z_3FRIENDS FROM Z_3FRIENDS b WHERE NOT EXISTS (SELECT 1 FROM Z_3FRIENDS f "
                + "WHERE f.Z_3FRIENDS = b.REFLEXIVE AND f.REFLEXIVE = b.Z_3FRIENDS)) t1 WHERE t1.Z_3FRIENDS = t0.Z_PK AND t1.REFLEXIVE = ?)"
        )
    }

    @Test("PRE-44 two to-many steps flatten")
    func twoSteps() throws {
        #expect(
            try keys(
                "Department",
                compare(.key("employees", "projects", "title"), .equal, .string("x"), qualifier: .any))
                == "\(departments) EXISTS (SELECT 1 FROM ZPERSON t1 JOIN Z_3PROJECTS t2 ON t2.Z_3MEMBERS = t1.Z_PK "
                + "LEFT OUTER JOIN ZPROJECT t3 ON t2.Z_4PROJECTS = t3.Z_PK WHERE t1.ZDEPARTMENT = t0.Z_PK AND t3.ZTITLE = ?)"
        )
    }

    @Test("PRE-80 membership, written either way")
    func membership() throws {
        let expected =
            "\(departments) EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.Z_PK = ?)"
        let one = Company.reference("Employee", 1)
        #expect(try keys("Department", compare(.key("employees"), .contains, one)) == expected)
        let reversed = ComparisonNode(.constant(one), .isIn, .key("employees"))
        #expect(try keys("Department", .comparison(reversed)) == expected)
    }

    @Test("PRE-80 @count as a number, and as the question whether there is a member")
    func count() throws {
        #expect(
            try keys("Project", compare(.key("notes", "@count"), .greaterThan, .integer(3)))
                == "\(projects) (SELECT COUNT(*) FROM ZTASK t1 WHERE t1.Z4NOTES = t0.Z_PK) > ?")
        let members = "EXISTS (SELECT 1 FROM ZTASK t1 WHERE t1.Z4NOTES = t0.Z_PK)"
        #expect(
            try keys("Project", compare(.key("notes", "@count"), .greaterThan, .integer(0)))
                == "\(projects) \(members)")
        #expect(
            try keys("Project", compare(.key("notes", "@count"), .equal, .integer(0)))
                == "\(projects) NOT \(members)")
    }

    @Test("behind a to-one step without an object, aggregates are unknown")
    func optionalOwner() throws {
        #expect(
            try keys("Task", compare(.key("owner", "projects", "@count"), .equal, .integer(0)))
                == "SELECT t0.Z_PK, t0.Z_ENT FROM ZTASK t0 WHERE CASE WHEN t0.ZOWNER IS NOT NULL THEN "
                + "(SELECT COUNT(*) FROM Z_3PROJECTS t1 WHERE t1.Z_3MEMBERS = t0.ZOWNER) ELSE NULL END = ?")
    }

    @Test("objects of two hierarchies are never equal, though their keys may be")
    func twoHierarchies() throws {
        let comparison = ComparisonNode(.evaluatedObject, .equal, .key("department"))
        #expect(
            try keys("Employee", .comparison(comparison))
                == "\(employees) WHERE t0.Z_ENT = 3 AND (t0.ZDEPARTMENT IS NULL AND NULL)")
    }

    @Test("PRE-81 aggregates, PRE-47 in both spellings; the sum of none is 0")
    func aggregates() throws {
        let sum =
            "\(projects) (SELECT COALESCE(SUM(t1.ZPOINTS), 0) FROM ZTASK t1 WHERE t1.Z4NOTES = t0.Z_PK) = ?"
        #expect(try keys("Project", compare(.key("notes", "@sum", "points"), .equal, .integer(0))) == sum)
        #expect(try keys("Project", compare(.key("@sum", "notes", "points"), .equal, .integer(0))) == sum)
        #expect(
            try keys("Project", compare(.key("notes", "@max", "points"), .equal, .null))
                == "\(projects) (SELECT MAX(t1.ZPOINTS) FROM ZTASK t1 WHERE t1.Z4NOTES = t0.Z_PK) IS NULL")
        #expect(throws: StoreError.self) {
            try keys("Project", compare(.key("notes", "@unionOfObjects", "points"), .equal, .null))
        }
    }
}
