// SPDX-License-Identifier: Apache-2.0
// Dictionary results: columns, aggregates, grouping.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Dictionary results")
struct TupleTests {
    private typealias Column = TupleShape.Column

    private func translate(
        _ entity: String, _ columns: [TupleShape.Column],
        _ change: (inout FetchPlan, inout TupleShape) -> Void = { _, _ in }
    ) throws -> (text: String, columns: [ColumnSource]) {
        var plan = FetchPlan(entity: Company.number(entity))
        var shape = TupleShape(columns: columns)
        change(&plan, &shape)
        plan.shape = .tuples(shape)
        let fetch = try Company.translator.statement(for: plan)
        guard case .tuples(let columns) = fetch.shape else { return (fetch.statement.text, []) }
        return (fetch.statement.text, columns)
    }

    private let name = Column(name: "name", expression: .key("name"), type: .string)
    private let salaries = Column(
        name: "salaries", expression: .function(FunctionCall("sum:", [.key("salary")])), type: .double)
    private let employees = "FROM ZPERSON t0 WHERE t0.Z_ENT = 3"

    @Test("FET-52 attributes, to-one relationships with their entity, the object itself")
    func plain() throws {
        let result = try translate(
            "Task",
            [
                Column(name: "title", expression: .key("title"), type: .string),
                Column(name: "reviewer", expression: .key("reviewer"), type: .objectID),
                Column(name: "reviewer.name", expression: .key("reviewer", "name"), type: .string),
                Column(name: "objectID", expression: .evaluatedObject, type: .objectID),
            ]
        ) { $1.isDistinct = true }
        #expect(
            result.text
                == "SELECT DISTINCT t0.ZTITLE, t0.ZREVIEWER, t0.Z2_REVIEWER, t1.ZNAME, t0.Z_PK FROM ZTASK t0 "
                + "LEFT OUTER JOIN ZPERSON t1 ON t0.ZREVIEWER = t1.Z_PK")
        guard case .reference(column: 1, entityColumn: 2, _) = result.columns[1],
            case .value(column: 3, _) = result.columns[2],
            case .reference(column: 4, entityColumn: nil, _) = result.columns[3]
        else {
            Issue.record("\(result.columns)")
            return
        }
    }

    @Test("FET-60 aggregates over the rows")
    func aggregates() throws {
        let columns = ["sum:": "SUM", "average:": "AVG", "min:": "MIN", "max:": "MAX", "count:": "COUNT"]
        for (function, sql) in columns {
            let column = Column(
                name: "x", expression: .function(FunctionCall(function, [.key("salary")])), type: .double)
            #expect(try translate("Employee", [column]).text == "SELECT \(sql)(t0.ZSALARY) \(employees)")
        }
        let all = Column(name: "n", expression: .key("@count"), type: .integer64)
        #expect(try translate("Employee", [all]).text == "SELECT COUNT(*) \(employees)")
    }

    @Test("an aggregate over a to-many relationship is a sub-select per row")
    func memberAggregate() throws {
        let column = Column(
            name: "x", expression: .function(FunctionCall("max:", [.key("employees", "salary")])),
            type: .double)
        #expect(
            try translate("Department", [column]).text
                == "SELECT (SELECT MAX(t1.ZSALARY) FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK) FROM ZDEPARTMENT t0"
        )
    }

    @Test("FET-62 to FET-65 grouping, having, order by the name of a column")
    func grouping() throws {
        let result = try translate("Employee", [name, salaries]) {
            $1.groupBy = [.key("name")]
            $1.having = compare(.function(FunctionCall("sum:", [.key("salary")])), .greaterThan, .integer(5))
            $0.sort = [SortTerm(["salaries"], isAscending: false)]
        }
        #expect(
            result.text
                == "SELECT t0.ZNAME, SUM(t0.ZSALARY) \(employees) GROUP BY t0.ZNAME HAVING SUM(t0.ZSALARY) > ? "
                + "ORDER BY SUM(t0.ZSALARY) DESC")
    }

    @Test(
        "FET-37, FET-65 distinct rows keep the first of them, groups their least value, where the order names something else"
    )
    func foreignOrder() throws {
        let distinct = try translate("Employee", [name]) {
            $1.isDistinct = true
            $0.sort = [SortTerm(["salary"], isAscending: false)]
            $0.limit = 2
        }
        #expect(
            distinct.text
                == "SELECT c0 FROM (SELECT c0, o0, row_number() OVER (PARTITION BY c0 ORDER BY o0 DESC) AS n FROM "
                + "(SELECT t0.ZNAME AS c0, t0.ZSALARY AS o0 \(employees)) AS r) AS r WHERE n = 1 ORDER BY o0 DESC LIMIT ?"
        )
        let own = try translate("Employee", [name]) {
            $1.isDistinct = true
            $0.sort = [SortTerm(["name"])]
        }
        #expect(own.text == "SELECT DISTINCT t0.ZNAME \(employees) ORDER BY t0.ZNAME")
        let groups = try translate("Employee", [name]) {
            $1.groupBy = [.key("name")]
            $0.sort = [SortTerm(["salary"])]
        }
        #expect(groups.text == "SELECT t0.ZNAME \(employees) GROUP BY t0.ZNAME ORDER BY MIN(t0.ZSALARY)")
    }

    @Test("FET-62 a group has the sum of its rows' counts of members; a grouped count is a key in each place")
    func groupedMembers() throws {
        let count = Column(
            name: "n", expression: .function(FunctionCall("count:", [.key("employees")])), type: .integer64)
        let summed = try translate("Department", [name, count]) {
            $1.groupBy = [.key("name")]
            $0.sort = [SortTerm(["n"])]
        }
        func members(_ alias: Int) -> String {
            "(SELECT COUNT(*) FROM ZPERSON t\(alias) WHERE t\(alias).ZDEPARTMENT = t0.Z_PK)"
        }
        #expect(
            summed.text
                == "SELECT t0.ZNAME, SUM(\(members(1))) FROM ZDEPARTMENT t0 GROUP BY t0.ZNAME "
                + "ORDER BY SUM(\(members(1)))")
        let grouped = try translate("Department", [count]) {
            $1.groupBy = [count.expression]
            $0.sort = [SortTerm(["n"])]
        }
        #expect(
            grouped.text
                == "SELECT \(members(2)) FROM ZDEPARTMENT t0 GROUP BY \(members(1)), \(members(2)) "
                + "ORDER BY \(members(2))")
    }

    @Test("FET-65 a sort key is the computed column of this name before it is the attribute")
    func columnNamedAsAttribute() throws {
        let salary = Column(name: "salary", expression: salaries.expression, type: .double)
        let computed = try translate("Employee", [name, salary]) {
            $1.groupBy = [.key("name")]
            $0.sort = [SortTerm(["salary"]), SortTerm(["name"])]
        }
        #expect(computed.text.hasSuffix("GROUP BY t0.ZNAME ORDER BY SUM(t0.ZSALARY), t0.ZNAME"))
    }

    @Test("FET-62 columns that are not grouped, FET-63 having without groups, no columns")
    func violations() {
        #expect(throws: StoreError.self) {
            try translate("Employee", [name, salaries]) { $1.groupBy = [.key("age")] }
        }
        #expect(throws: StoreError.self) { try translate("Employee", [name]) { $1.having = .truth(true) } }
        #expect(throws: StoreError.self) { try translate("Employee", []) }
    }

    @Test("a composite attribute has one result column per leaf")
    func composite() throws {
        let column = Column(name: "place", expression: .key("place"), type: .composite)
        let result = try translate("Person", [column])
        #expect(result.text == "SELECT t0.ZLATITUDE, t0.ZLONGITUDE FROM ZPERSON t0")
        guard case .parts(let leaves) = result.columns[0] else {
            Issue.record("\(result.columns)")
            return
        }
        #expect(leaves.count == 2)
    }
}
