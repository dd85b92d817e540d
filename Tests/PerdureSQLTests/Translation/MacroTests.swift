// SPDX-License-Identifier: Apache-2.0
// #Predicates as SQL conditions: exact texts and bindings.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

/// The classes of the company's model, with names for their key paths.
private final class Employee: NSObject, KeyPathNaming {
    var name = ""
    var age: Int?
    var active = false
    var salary = 0.0
    var hired: Date?
    var worth: Decimal?
    var page: URL?
    var department: Department?
    var projects: Set<Project> = []
    var tasks: [WorkTask] = []

    static func propertyName(for keyPath: AnyKeyPath) -> String? {
        let names: [AnyKeyPath: String] = [
            \Employee.name: "name", \Employee.age: "age", \Employee.active: "active",
            \Employee.salary: "salary", \Employee.hired: "hired", \Employee.worth: "worth",
            \Employee.page: "page", \Employee.department: "department", \Employee.projects: "projects",
            \Employee.tasks: "tasks",
        ]
        return names[keyPath]
    }
}

private final class Department: NSObject, KeyPathNaming {
    var name: String?
    var employees: Set<Employee> = []

    static func propertyName(for keyPath: AnyKeyPath) -> String? {
        let names: [AnyKeyPath: String] = [\Department.name: "name", \Department.employees: "employees"]
        return names[keyPath]
    }
}

private final class Project: NSObject, KeyPathNaming {
    var title = ""

    static func propertyName(for keyPath: AnyKeyPath) -> String? { keyPath == \Project.title ? "title" : nil }
}

private final class WorkTask: NSObject, KeyPathNaming {
    var points = 0

    static func propertyName(for keyPath: AnyKeyPath) -> String? {
        keyPath == \WorkTask.points ? "points" : nil
    }
}

@Suite("#Predicates as SQL")
struct MacroTests {
    private func sql(_ predicate: Predicate<Employee>) throws -> SQLText {
        let text = try Company.condition("Employee", PredicateNode(predicate))
        return SQLText(text.text.replacingOccurrences(of: "t0.Z_ENT = 3 AND ", with: ""), text.bindings)
    }

    @Test("PRE-120 columns stay bare, so that an index can serve")
    func bareColumns() throws {
        #expect(try sql(#Predicate { $0.salary > 10 }) == SQLText("t0.ZSALARY > ?", [.real(10)]))
        #expect(try sql(#Predicate { !($0.salary > 10) }) == SQLText("t0.ZSALARY <= ?", [.real(10)]))
        #expect(try sql(#Predicate { ($0.age ?? 0) >= 3 }) == SQLText("t0.ZAGE >= ?", [.integer(3)]))
        #expect(try sql(#Predicate { !$0.active }) == SQLText("t0.ZACTIVE = ?", [.integer(0)]))
        #expect(
            try sql(#Predicate { $0.name.starts(with: "A") })
                == SQLText(
                    "(t0.ZNAME >= ? AND t0.ZNAME < ? AND PERDURE_BEGINSWITH(t0.ZNAME, ?, 0))",
                    [.text("A"), .text("B"), .text("A")]))
    }

    @Test("PRE-120 nil is asked for where Swift counts it in")
    func nils() throws {
        #expect(
            try sql(#Predicate { $0.age != 5 })
                == SQLText("(t0.ZAGE <> ? OR t0.ZAGE IS NULL)", [.integer(5)]))
        #expect(try sql(#Predicate { $0.age == nil }) == SQLText("t0.ZAGE IS NULL"))
        #expect(
            try sql(#Predicate { $0.department?.name != "x" })
                == SQLText("(t1.ZNAME <> ? OR t1.ZNAME IS NULL)", [.text("x")]))
        #expect(
            try sql(#Predicate { $0.department?.name?.contains("x") ?? false })
                == SQLText("PERDURE_CONTAINS(t1.ZNAME, ?, 0)", [.text("x")]))
    }

    @Test("PRE-120 members are sub-selects")
    func members() throws {
        #expect(
            try sql(#Predicate { $0.tasks.contains { $0.points > 3 } })
                == SQLText(
                    "EXISTS (SELECT 1 FROM ZTASK t1 WHERE t1.ZOWNER = t0.Z_PK AND t1.ZPOINTS > ?)",
                    [.integer(3)]))
        #expect(
            try sql(#Predicate { $0.tasks.allSatisfy { $0.points > 3 } })
                == SQLText(
                    "NOT EXISTS (SELECT 1 FROM ZTASK t1 WHERE t1.ZOWNER = t0.Z_PK AND t1.ZPOINTS <= ?)",
                    [.integer(3)]))
        #expect(
            try sql(#Predicate { $0.tasks.isEmpty })
                == SQLText("NOT EXISTS (SELECT 1 FROM ZTASK t1 WHERE t1.ZOWNER = t0.Z_PK)"))
        #expect(
            try sql(#Predicate { $0.tasks.count > 2 })
                == SQLText("(SELECT COUNT(*) FROM ZTASK t1 WHERE t1.ZOWNER = t0.Z_PK) > ?", [.integer(2)]))
    }

    @Test("PRE-120 strings, searches, arithmetic, lists")
    func functions() throws {
        let ages: [Int?] = [1, 2, nil]
        #expect(
            try sql(#Predicate { $0.name.count > 2 })
                == SQLText("PERDURE_CHARACTERCOUNT(t0.ZNAME) > ?", [.integer(2)]))
        #expect(
            try sql(#Predicate { $0.name.localizedStandardContains("zoe") })
                == SQLText("PERDURE_CONTAINS(t0.ZNAME, ?, 11)", [.text("zoe")]))
        #expect(
            try sql(#Predicate { -$0.salary * 2 < 4 })
                == SQLText("(? - t0.ZSALARY) * ? < ?", [.integer(0), .real(2), .real(4)]))
        #expect(
            try sql(#Predicate { ages.contains($0.age) })
                == SQLText("(t0.ZAGE IN (?, ?) OR t0.ZAGE IS NULL)", [.integer(1), .integer(2)]))
        #expect(
            try sql(#Predicate { (1.0...2.0).contains($0.salary) })
                == SQLText("t0.ZSALARY BETWEEN ? AND ?", [.real(1), .real(2)]))
    }

    @Test("PRE-110 what works in memory only is refused when the statement is made")
    func refusals() {
        let error = #expect(throws: StoreError.self) { try sql(#Predicate { $0.tasks[0].points == 1 }) }
        #expect(error.map { "\($0)" }?.contains("tasks[0]") == true)
    }
}
