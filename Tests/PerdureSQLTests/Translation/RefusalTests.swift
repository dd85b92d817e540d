// SPDX-License-Identifier: Apache-2.0
// Requests that have no form in SQL: refused with Apple's words, before anything runs.

import Foundation
import PerdurePredicates
import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Refusals")
struct RefusalTests {
    private func reason(_ entity: String, _ predicate: PredicateNode?, sort: [SortTerm] = []) -> String? {
        var plan = FetchPlan(entity: Company.number(entity))
        plan.predicate = predicate
        plan.sort = sort
        do {
            _ = try Company.translator.statement(for: plan)
        } catch StoreError.unsupported(let request) {
            return request.reason
        } catch { Issue.record(error) }
        return nil
    }

    @Test("TRN-200 transient and unknown keys, FET-22 in sort terms too")
    func unknownKeys() {
        let transient = "keypath nick not found in entity <NSSQLEntity Person id=2>"
        #expect(reason("Person", compare(.key("nick"), .equal, .string("x"))) == transient)
        #expect(reason("Person", nil, sort: [SortTerm(["nick"])]) == transient)
        #expect(
            reason("Employee", compare(.key("department", "nix"), .equal, .null))
                == "keypath department.nix not found in entity <NSSQLEntity Department id=1>")
    }

    @Test("PRE-71 a to-many key without a quantifier, FET-23 in a sort term")
    func toMany() {
        let text = "to-many key not allowed here"
        #expect(reason("Department", compare(.key("employees"), .equal, .null)) == text)
        #expect(reason("Department", compare(.key("employees", "salary"), .greaterThan, .integer(1))) == text)
        #expect(reason("Department", nil, sort: [SortTerm(["employees", "salary"])]) == text)
    }

    @Test("PRE-76 custom selectors and predicates of other classes")
    func custom() {
        let selector = compare(.key("name"), .customSelector, .string("x"))
        #expect(reason("Person", selector)?.hasPrefix("unimplemented SQL generation for predicate") == true)
        let opaque = PredicateNode.opaque(OpaquePredicate(NSPredicate(value: true)))
        #expect(reason("Person", opaque)?.hasPrefix("Problem with subpredicate") == true)
    }

    @Test(
        "PRE-11, PRE-20, PRE-75 what only memory can evaluate",
        arguments: [
            ("($x := age) == 1", "Unsupported expression $x := age"),
            ("name[0] == 'a'", "Unsupported expression name[0]"),
            ("sqrt:(age) == 2", "Unsupported function expression sqrt:(age)"),
            ("age ** 2 == 4", "Unsupported function expression age ** 2"),
            ("CAST(worth, 'NSString') == '1'", #"Unsupported function expression CAST(worth, "NSString")"#),
            ("CAST(name, 'NSDate') == nil", #"Unsupported function expression CAST(name, "NSDate")"#),
            (
                "CAST(name, 'NSDecimalNumber') == 1",
                #"Unsupported function expression CAST(name, "NSDecimalNumber")"#
            ),
        ])
    func memoryOnly(format: String, expected: String) throws {
        #expect(reason("Person", try PredicateParser.parse(format)) == expected)
    }

    @Test("an entity that the store's configuration leaves out")
    func otherEntity() throws {
        let schema = try Schema(Company.definitions)
        let task = try #require(schema.entity(named: "Task")?.number)
        let mapping = try StoreMapping(schema: schema, entities: [task])
        let translator = FetchTranslator(mapping: mapping, dialect: .sqlite)
        #expect(throws: StoreError.self) { try translator.statement(for: FetchPlan(entity: 1)) }
    }
}
