// SPDX-License-Identifier: Apache-2.0
// NSExpression as users meet it (PRE-26, PRE-27, PRE-60).

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Expression objects")
struct ExpressionObjectTests {
    @Test("PRE-27 every kind of expression knows its parts")
    func kinds() {
        let key = NSExpression(forKeyPath: "a.b")
        let one = NSExpression(forConstantValue: 1)
        #expect(key.expressionType == .keyPath && key.keyPath == "a.b")
        #expect(one.expressionType == .constantValue && one.constantValue as? Int == 1)
        #expect(NSExpression.expressionForEvaluatedObject().expressionType == .evaluatedObject)
        #expect(NSExpression(forVariable: "x").variable == "x")
        let sum = NSExpression(forFunction: "add:to:", arguments: [key, 1])
        #expect(sum.expressionType == .function && sum.function == "add:to:" && sum.arguments?.count == 2)
        #expect(sum == NSExpression(format: "a.b + 1"))
        #expect(sum.description == "a.b + 1")
        let list = NSExpression(forAggregate: [one, key])
        #expect(list.expressionType == .aggregate && (list.collection as? [NSExpression])?.count == 2)
        let union = NSExpression(forUnionSet: list, with: key)
        #expect(union.expressionType == .unionSet && union.left == list && union.right == key)
        #expect(NSExpression(forIntersectSet: list, with: key).expressionType == .intersectSet)
        #expect(NSExpression(forMinusSet: list, with: key).expressionType == .minusSet)
        let predicate = NSPredicate(format: "$x.p > 3")
        let subquery = NSExpression(forSubquery: key, usingIteratorVariable: "x", predicate: predicate)
        #expect(subquery.expressionType == .subquery && subquery.predicate == predicate)
        #expect(subquery.variable == "x" && subquery.collection as? NSExpression == key)
        let choice = NSExpression(forConditional: predicate, trueExpression: key, falseExpression: one)
        #expect(choice.expressionType == .conditional && choice.true == key && choice.false == one)
        #expect(NSExpression.expressionForAnyKey().expressionType == .anyKey)
    }

    @Test("PRE-60 expressions have values")
    func values() throws {
        let total = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "scores")])
        #expect(total.expressionValue(with: ["scores": [1, 2]], context: nil) as? Int == 3)
        let variable = NSExpression(forVariable: "x")
        #expect(variable.expressionValue(with: nil, context: ["x": "y"]) as? String == "y")
        let block = NSExpression(
            block: { object, arguments, _ in "\(object ?? "") \(arguments.count)" }, arguments: [variable])
        #expect(block.expressionType == .block)
        #expect(block.expressionValue(with: "o", context: nil) as? String == "o 1")
    }

    @Test("PRE-26 equality, hash and copying go by the tree")
    func equality() {
        #expect(NSExpression(format: "a + 1") == NSExpression(format: "a+1"))
        #expect(NSExpression(format: "a + 1").hash == NSExpression(format: "a+1").hash)
        #expect(NSExpression(forKeyPath: "a").copy() as? NSExpression == NSExpression(forKeyPath: "a"))
        #expect(NSExpression(forConstantValue: true) == NSExpression(forConstantValue: 1))
    }

    @Test("PRE-60 an unknown function stops the process")
    func unknownFunction() async {
        await #expect(processExitsWith: .failure) {
            _ = NSExpression(forFunction: "nonsense:", arguments: [1])
        }
    }
}
