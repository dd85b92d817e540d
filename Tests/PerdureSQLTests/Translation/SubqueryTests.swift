// SPDX-License-Identifier: Apache-2.0
// SUBQUERY: correlated sub-selects, nested ones, the outer object inside.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("SUBQUERY")
struct SubqueryTests {
    private let departments = "SELECT t0.Z_PK, t0.Z_ENT FROM ZDEPARTMENT t0 WHERE"

    private func subquery(_ predicate: PredicateNode) -> ExpressionNode {
        .subquery(collection: .key("employees"), variable: "e", predicate: predicate)
    }

    private func of(_ keys: String...) -> ExpressionNode { .keyPath(base: .variable("e"), keys: keys) }

    private func text(_ expression: ExpressionNode, _ comparison: ComparisonNode.Comparison, _ value: Int64)
        throws
        -> String
    {
        try Company.keys("Department", compare(expression, comparison, .integer(value))).text
    }

    @Test("PRE-82 the count of a subquery")
    func count() throws {
        let counted = ExpressionNode.keyPath(
            base: subquery(compare(of("salary"), .greaterThan, .integer(10))), keys: ["@count"])
        let members = "FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK AND t1.ZSALARY > ?)"
        #expect(try text(counted, .greaterThan, 0) == "\(departments) EXISTS (SELECT 1 \(members)")
        #expect(try text(counted, .greaterThan, 2) == "\(departments) (SELECT COUNT(*) \(members) > ?")
    }

    @Test("PRE-82 the outer object is reachable, and its paths join the outer select")
    func outer() throws {
        let same = PredicateNode.comparison(ComparisonNode(of("name"), .equal, .key("name")))
        #expect(
            try text(.keyPath(base: subquery(same), keys: ["@count"]), .greaterThan, 0)
                == "\(departments) EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK AND PERDURE_EQUAL(t1.ZNAME, t0.ZNAME, 0))"
        )
    }

    @Test("PRE-82 nested: ANY over a member's relationship")
    func nested() throws {
        let inner = compare(of("projects", "title"), .equal, .string("x"), qualifier: .any)
        #expect(
            try text(.keyPath(base: subquery(inner), keys: ["@count"]), .greaterThan, 0)
                == "\(departments) EXISTS (SELECT 1 FROM ZPERSON t1 WHERE t1.ZDEPARTMENT = t0.Z_PK AND "
                + "EXISTS (SELECT 1 FROM Z_3PROJECTS t2 LEFT OUTER JOIN ZPROJECT t3 ON t2.Z_4PROJECTS = t3.Z_PK "
                + "WHERE t2.Z_3MEMBERS = t1.Z_PK AND t3.ZTITLE = ?))")
    }

    @Test("an aggregate of a subquery's members")
    func aggregate() throws {
        let sum = ExpressionNode.keyPath(base: subquery(.truth(true)), keys: ["@sum", "salary"])
        #expect(
            try text(sum, .greaterThan, 5)
                == "\(departments) (SELECT COALESCE(SUM(t1.ZSALARY), 0) FROM ZPERSON t1 "
                + "WHERE t1.ZDEPARTMENT = t0.Z_PK AND 1) > ?")
    }

    @Test("PRE-51 an unbound variable is refused")
    func unbound() {
        #expect(throws: StoreError.self) {
            try Company.keys("Department", compare(of("name"), .equal, .null))
        }
    }
}
