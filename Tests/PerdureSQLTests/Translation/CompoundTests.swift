// SPDX-License-Identifier: Apache-2.0
// AND, OR, NOT: brackets, merging, and chains that are longer or deeper than a database allows.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Compound predicates")
struct CompoundTests {
    private let a = compare(.key("age"), .greaterThan, .integer(1))
    private let b = compare(.key("name"), .equal, .null)

    private func person(_ predicate: PredicateNode) throws -> SQLText {
        try Company.condition("Person", predicate)
    }

    @Test("PRE-3 brackets stand where they must")
    func brackets() throws {
        #expect(try person(.and([a, b])).text == "t0.ZAGE > ? AND t0.ZNAME IS NULL")
        #expect(try person(.or([a, b])).text == "t0.ZAGE > ? OR t0.ZNAME IS NULL")
        #expect(
            try person(.and([a, .or([a, b])])).text == "t0.ZAGE > ? AND (t0.ZAGE > ? OR t0.ZNAME IS NULL)")
        #expect(
            try person(.or([a, .and([a, b])])).text == "t0.ZAGE > ? OR t0.ZAGE > ? AND t0.ZNAME IS NULL")
        #expect(try person(.not(.or([a, b]))).text == "NOT (t0.ZAGE > ? OR t0.ZNAME IS NULL)")
    }

    @Test("TRUEPREDICATE, FALSEPREDICATE, empty compounds")
    func constants() throws {
        #expect(try person(.truth(true)).text == "1")
        #expect(try person(.truth(false)).text == "0")
        #expect(try person(.and([])).text == "1")
        #expect(try person(.or([])).text == "0")
    }

    @Test("equalities of one key become a list")
    func merging() throws {
        func age(_ value: Int64) -> PredicateNode { compare(.key("age"), .equal, .integer(value)) }
        #expect(
            try person(.or([age(1), age(2)])) == SQLText("t0.ZAGE IN (?, ?)", [.integer(1), .integer(2)]))
        #expect(try person(.or([age(1), b, age(2)])).text == "t0.ZAGE IN (?, ?) OR t0.ZNAME IS NULL")
        #expect(try person(.or((1...10_000).map(age))).text == "t0.ZAGE IN (SELECT value FROM json_each(?))")
    }

    @Test("PRE-133 10,000 different terms are cut into pieces of at most 100")
    func longChains() throws {
        let terms = (0..<10_000).map { compare(.key("age"), .lessThan, .integer(Int64($0))) }
        let text = try person(.or(terms))
        #expect(text.bindings.count == 10_000)
        #expect(text.text.hasPrefix("(t0.ZAGE < ? OR t0.ZAGE < ?"))
        #expect(text.text.components(separatedBy: ") OR (").count == 100)
    }

    @Test("PRE-133 chains that a parser has nested are flattened")
    func nestedChains() throws {
        var predicate = a
        for _ in 0..<5_000 { predicate = .or([predicate, a]) }
        #expect(try person(predicate).bindings.count == 5_001)
    }

    @Test("what is nested too deeply for the database is refused")
    func depth() {
        var predicate = a
        for level in 0..<100 {
            predicate = level.isMultiple(of: 2) ? .and([predicate, b]) : .or([predicate, b])
        }
        #expect(throws: StoreError.self) { try person(predicate) }
        var value = ExpressionNode.key("age")
        for _ in 0..<100 { value = .function(FunctionCall("abs:", [value])) }
        #expect(throws: StoreError.self) { try person(compare(value, .equal, .integer(1))) }
    }

    @Test("PRE-99 two-valued logic decides each comparison where it stands")
    func foundationSemantics() throws {
        func text(_ predicate: PredicateNode) throws -> String {
            var plan = FetchPlan(entity: Company.number("Person"))
            plan.predicate = predicate
            plan.nullSemantics = .foundation
            plan.shape = .count
            return try Company.translator.statement(for: plan).statement.text
        }
        let select = "SELECT COUNT(*) FROM ZPERSON t0 WHERE"
        #expect(try text(compare(.key("age"), .notEqual, .integer(1))) == "\(select) t0.ZAGE IS NOT ?")
        #expect(try text(.not(a)) == "\(select) NOT ((t0.ZAGE > ?) IS TRUE)")
        #expect(
            try text(.comparison(ComparisonNode(.key("age"), .equal, .key("worth"))))
                == "\(select) t0.ZAGE IS t0.ZWORTH")
    }
}
