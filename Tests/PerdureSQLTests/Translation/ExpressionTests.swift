// SPDX-License-Identifier: Apache-2.0
// Arithmetic and functions.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Expressions")
struct ExpressionTests {
    private func text(_ expression: ExpressionNode) throws -> String {
        try Company.condition("Person", compare(expression, .greaterThan, .integer(1))).text
    }

    private func call(_ name: String, _ arguments: ExpressionNode...) -> ExpressionNode {
        .function(FunctionCall(name, arguments))
    }

    private let age = ExpressionNode.key("age")
    private let two = ExpressionNode.constant(.integer(2))

    @Test("PRE-9 arithmetic keeps its precedence")
    func arithmetic() throws {
        #expect(try text(call("add:to:", call("multiply:by:", age, two), two)) == "t0.ZAGE * ? + ? > ?")
        #expect(try text(call("multiply:by:", call("add:to:", age, two), two)) == "(t0.ZAGE + ?) * ? > ?")
        #expect(
            try text(call("from:subtract:", two, call("from:subtract:", age, two))) == "? - (t0.ZAGE - ?) > ?"
        )
        #expect(try text(call("divide:by:", age, two)) == "t0.ZAGE / ? > ?")
    }

    @Test("PRE-62 bitwise functions")
    func bits() throws {
        #expect(try text(call("bitwiseAnd:with:", age, two)) == "(t0.ZAGE & ?) > ?")
        #expect(try text(call("bitwiseXor:with:", age, two)) == "(t0.ZAGE | ?) - (t0.ZAGE & ?) > ?")
        #expect(try text(call("onesComplement:", age)) == "(~t0.ZAGE) > ?")
        #expect(try text(call("leftshift:by:", age, two)) == "(t0.ZAGE << ?) > ?")
    }

    @Test("PRE-75 supported functions")
    func functions() throws {
        #expect(try text(call("length:", .key("name"))) == "PERDURE_LENGTH(t0.ZNAME) > ?")
        #expect(try text(call("abs:", age)) == "ABS(t0.ZAGE) > ?")
        let noon = ConstantValue.date(Date(timeIntervalSinceReferenceDate: 0))
        #expect(
            try Company.condition("Person", compare(call("now"), .greaterThan, noon)).text
                == "NSCoreDataNow() > ?")
        #expect(try text(call("noindex:", age)) == "+t0.ZAGE > ?")
        #expect(
            try Company.condition("Person", compare(call("lowercase:", .key("name")), .equal, .string("x")))
                .text
                == "PERDURE_LOWERCASE(t0.ZNAME) = ?")
        #expect(
            try text(call("castObject:toType:", .key("name"), .constant(.string("NSNumber"))))
                == "PERDURE_NUMBER(t0.ZNAME) > ?")
    }

    @Test("PRE-19 TERNARY")
    func conditional() throws {
        let test = compare(age, .lessThan, .integer(3))
        #expect(try text(.conditional(test, age, two)) == "CASE WHEN t0.ZAGE < ? THEN t0.ZAGE ELSE ? END > ?")
    }

    @Test(
        "PRE-75 other functions are refused before anything runs",
        arguments: ["sqrt:", "random", "median:", "sum:"])
    func unsupported(_ name: String) {
        let error = #expect(throws: StoreError.self) { try text(call(name, age)) }
        guard case .unsupported(let request) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(request.reason.hasPrefix("Unsupported function expression"))
    }
}
