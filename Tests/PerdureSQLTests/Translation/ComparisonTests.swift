// SPDX-License-Identifier: Apache-2.0
// Comparisons of attributes as SQL conditions: exact texts and bindings.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Comparisons")
struct ComparisonTests {
    private let name = ExpressionNode.key("name")
    private let age = ExpressionNode.key("age")

    private func person(_ predicate: PredicateNode) throws -> SQLText {
        try Company.condition("Person", predicate)
    }

    @Test("PRE-89 constants are bound, never printed")
    func bindings() throws {
        #expect(
            try person(compare(name, .equal, .string("x' OR 1=1")))
                == SQLText("t0.ZNAME = ?", [.text("x' OR 1=1")]))
        #expect(try person(compare(age, .notEqual, .integer(3))) == SQLText("t0.ZAGE <> ?", [.integer(3)]))
        #expect(
            try person(compare(.key("active"), .equal, .boolean(true)))
                == SQLText("t0.ZACTIVE = ?", [.integer(1)]))
    }

    @Test(
        "PRE-93 ordering comparisons are the database's own",
        arguments: [
            (ComparisonNode.Comparison.lessThan, "<"), (.lessThanOrEqual, "<="), (.greaterThan, ">"),
            (.greaterThanOrEqual, ">="),
        ])
    func ordering(_ comparison: ComparisonNode.Comparison, _ symbol: String) throws {
        #expect(
            try person(compare(age, comparison, .integer(3))) == SQLText("t0.ZAGE \(symbol) ?", [.integer(3)])
        )
    }

    @Test("PRE-90 nil tests on either side")
    func null() throws {
        #expect(try person(compare(age, .equal, .null)) == SQLText("t0.ZAGE IS NULL"))
        #expect(try person(compare(age, .notEqual, .null)) == SQLText("t0.ZAGE IS NOT NULL"))
        #expect(
            try person(.comparison(ComparisonNode(.constant(.null), .equal, age)))
                == SQLText("t0.ZAGE IS NULL"))
    }

    @Test("PRE-103 dates are seconds since 2001, PRE-54 UUIDs 16 bytes, decimals numbers")
    func storedForms() throws {
        let employee = { try Company.condition("Employee", $0) as SQLText }
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        #expect(
            try employee(compare(.key("hired"), .lessThan, .date(date)))
                == SQLText("t0.Z_ENT = 3 AND t0.ZHIRED < ?", [.real(1.5)]))
        let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        let bytes = SQLBinding.blob(Data(1...16))
        #expect(
            try employee(compare(.key("badge"), .equal, .uuid(uuid)))
                == SQLText("t0.Z_ENT = 3 AND t0.ZBADGE = ?", [bytes]))
        #expect(try employee(compare(.key("badge"), .equal, .string(uuid.uuidString))).bindings == [bytes])
        #expect(
            try person(compare(.key("worth"), .equal, .decimal(Decimal(string: "3.25")!))).bindings == [
                .real(3.25)
            ])
        #expect(try person(compare(.key("worth"), .equal, .decimal(7))).bindings == [.integer(7)])
        let url = try #require(URL(string: "https://example.org/a"))
        #expect(
            try person(compare(.key("page"), .equal, .url(url))).bindings == [.text("https://example.org/a")])
    }

    @Test("PRE-54 a UUID among texts is looked for in both spellings, a column of texts by a function")
    func uuidsAndTexts() throws {
        let uuid = try #require(UUID(uuidString: "6FA459EA-EE8A-4CA4-894E-DB77E160355E"))
        let forms = [SQLBinding.text(uuid.uuidString), .text(uuid.uuidString.lowercased())]
        let name = ExpressionNode.key("name")
        let found = SQLText("t0.ZNAME IN (?, ?)", forms)
        #expect(try person(compare(name, .equal, .uuid(uuid))) == found)
        #expect(try person(compare(name, .isIn, .array([.uuid(uuid)]))) == found)
        #expect(
            try person(
                .comparison(ComparisonNode(name, .equal, .constant(.uuid(uuid)), options: .normalized)))
                == found)
        #expect(
            try person(
                .comparison(
                    ComparisonNode(name, .equal, .constant(.uuid(uuid)), options: .diacriticInsensitive))
            ).text == "PERDURE_EQUAL(t0.ZNAME, ?, 1)")
        let columns = PredicateNode.comparison(ComparisonNode(name, .notEqual, .key("badge")))
        #expect(
            try Company.condition("Employee", columns).text
                == "t0.Z_ENT = 3 AND NOT PERDURE_WRITESUUID(t0.ZBADGE, t0.ZNAME)")
    }

    @Test("PRE-34 BETWEEN")
    func between() throws {
        #expect(
            try person(compare(age, .between, .array([.integer(1), .integer(9)])))
                == SQLText("t0.ZAGE BETWEEN ? AND ?", [.integer(1), .integer(9)]))
        let literal = ExpressionNode.aggregate([.constant(.integer(1)), .key("worth")])
        #expect(
            try person(.comparison(ComparisonNode(age, .between, literal)))
                == SQLText("t0.ZAGE BETWEEN ? AND t0.ZWORTH", [.integer(1)]))
        #expect(throws: StoreError.self) { try person(compare(age, .between, .array([.integer(1)]))) }
    }

    @Test("key and key")
    func keys() throws {
        #expect(
            try person(.comparison(ComparisonNode(age, .equal, .key("worth")))).text == "t0.ZAGE = t0.ZWORTH")
    }

    @Test("PRE-84 elements of composites")
    func composites() throws {
        #expect(
            try person(compare(.key("place", "latitude"), .greaterThan, .double(1))).text
                == "t0.ZLATITUDE > ?")
        #expect(throws: StoreError.self) { try person(compare(.key("place"), .equal, .double(1))) }
        #expect(throws: StoreError.self) { try person(compare(.key("place", "height"), .equal, .double(1))) }
    }

    @Test("PRE-83 archives and external data compare with nil only; data with data")
    func data() throws {
        #expect(try person(compare(.key("style"), .equal, .null)).text == "t0.ZSTYLE IS NULL")
        #expect(try person(compare(.key("film"), .notEqual, .null)).text == "t0.ZFILM IS NOT NULL")
        #expect(try person(compare(.key("photo"), .equal, .data(Data([1])))).text == "t0.ZPHOTO = ?")
        for key in ["style", "film"] {
            #expect(throws: StoreError.self) { try person(compare(.key(key), .equal, .data(Data([1])))) }
        }
    }

    @Test("PRE-87 entity comparisons use the number in the file")
    func entity() throws {
        #expect(
            try person(compare(.key("entity"), .equal, .string("Employee")))
                == SQLText("t0.Z_ENT = ?", [.integer(3)]))
        #expect(
            try person(compare(.key("entity"), .equal, .integer(Int64(Company.number("Person"))))).bindings
                == [.integer(2)])
        #expect(
            try person(compare(.key("entity"), .equal, .string("Nobody"))).text == "t0.Z_ENT IS NULL AND NULL"
        )
    }

    @Test("PRG-52, PRE-110 names of entities are compared before the statement; with columns they are not")
    func entityNames() throws {
        let name = ExpressionNode.key("entity", "name")
        let found = SQLText("t0.Z_ENT IN (3)")
        #expect(try person(compare(name, .beginsWith, .string("Emp"))) == found)
        #expect(try person(compare(name, .lessThan, .string("Nothing"))).text == "t0.Z_ENT IN (1, 3)")
        #expect(try person(compare(name, .like, .string("x*"))).text == "t0.Z_ENT IN (0)")
        let folded = ComparisonNode(
            name, .notEqual, .constant(.string("employee")), options: .caseInsensitive)
        #expect(try person(.comparison(folded)).text == "NOT (t0.Z_ENT IN (3))")
        for comparison in [ComparisonNode.Comparison.equal, .beginsWith, .lessThan, .isIn] {
            #expect(throws: StoreError.self) {
                try person(.comparison(ComparisonNode(name, comparison, .key("name"))))
            }
        }
        let lower = ExpressionNode.function(FunctionCall("lowercase:", [name]))
        #expect(throws: StoreError.self) { try person(compare(lower, .equal, .string("employee"))) }
    }
}
