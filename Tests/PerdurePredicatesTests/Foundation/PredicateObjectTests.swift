// SPDX-License-Identifier: Apache-2.0
// NSPredicate and its subclasses as users meet them (PRE-24 to PRE-27, PRE-50).

import Foundation
import PerdureBase
import Testing

@testable import PerdurePredicates

@Suite("Predicate objects")
struct PredicateObjectTests {
    @Test("PRE-14 every usual type can be an argument, also as CVarArg")
    func arguments() {
        let optional: String? = nil
        let predicate = NSPredicate(format: "a == %@ AND b IN %@ AND c == %@", "x", [1, 2], optional)
        #expect(predicate.description == "a == \"x\" AND b IN {1, 2} AND c == nil")
        let values: [CVarArg] = [
            NSNumber(value: 3), Date(timeIntervalSinceReferenceDate: 0) as NSDate, [1], UUID(),
        ]
        let other = NSPredicate(format: "a == %@ AND b > %@ AND c IN %@ AND d == %@", argumentArray: values)
        #expect(
            other.description.hasPrefix("a == 3 AND b > CAST(0.0, \"NSDate\") AND c IN {1} AND d == CAST("))
    }

    @Test("PRE-26 equality, hash and copying go by the tree")
    func equality() throws {
        let one = NSPredicate(format: "a == %d", 1)
        let two = NSPredicate(format: "a = 1")
        #expect(one == two)
        #expect(one.hash == two.hash)
        #expect(one != NSPredicate(format: "a == 2"))
        #expect(one.copy() as? NSPredicate == one)
        #expect(
            Set([NSPredicate(format: "a == 1 OR b == 2"), NSPredicate(format: "a == 1 || b == 2")]).count == 1
        )
    }

    @Test("PRE-27 made part by part or parsed: the same objects")
    func programmatic() throws {
        let made = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "a.b"),
            rightExpression: NSExpression(forConstantValue: "x"),
            modifier: .any, type: .contains, options: [.caseInsensitive])
        let parsed = NSPredicate(format: "ANY a.b CONTAINS[c] 'x'")
        #expect(made == parsed)
        let comparison = try #require(parsed as? NSComparisonPredicate)
        #expect(comparison.leftExpression.keyPath == "a.b")
        #expect(comparison.rightExpression.constantValue as? String == "x")
        #expect(comparison.predicateOperatorType == .contains)
        #expect(comparison.comparisonPredicateModifier == .any)
        #expect(comparison.options == .caseInsensitive)
        let compound = try #require(NSPredicate(format: "a == 1 AND NOT b == 2") as? NSCompoundPredicate)
        #expect(compound.compoundPredicateType == .and)
        #expect(compound.subpredicates.count == 2)
    }

    @Test("Every predicate object becomes a tree")
    func nodes() throws {
        let first = NSPredicate(format: "a == 1")
        let second = NSPredicate(format: "b == 2")
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [first, second])
        #expect(both.node == (try parse("a == 1 AND b == 2")))
        #expect(both.formatString == "a == 1 AND b == 2")
        #expect(
            NSCompoundPredicate(notPredicateWithSubpredicate: both).formatString == "NOT (a == 1 AND b == 2)")
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: [first]).node == first.node)
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: []).node == .truth(false))
        #expect(NSPredicate(value: true).node == .truth(true))
        #expect(NSPredicate(value: false).node == .truth(false))
        #expect(NSPredicate(format: "FALSEPREDICATE") == NSPredicate(format: "falsepredicate"))
        let block = NSPredicate { object, _ in object as? Int == 3 }
        guard case .opaque(let box) = block.node else { throw SyntaxFault(offset: 0, message: "not opaque") }
        #expect(box.predicate === block)
        let mixed = NSCompoundPredicate(andPredicateWithSubpredicates: [
            block, NSPredicate(format: "SELF > 1"),
        ])
        #expect(try mixed.evaluate(validating: 3))
        #expect(mixed.evaluate(with: 3))
        #expect(!mixed.evaluate(with: 4))
    }

    @Test("PRE-17 variables are bound when evaluating, or before")
    func variables() throws {
        let template = NSPredicate(
            format: "age > $limit AND SUBQUERY(items, $limit, $limit == 1).@count == 0")
        let object: [String: Any] = ["age": 5, "items": [2]]
        #expect(template.evaluate(with: object, substitutionVariables: ["limit": 4]))
        let bound = template.withSubstitutionVariables(["limit": 6])
        #expect(bound.description == "age > 6 AND SUBQUERY(items, $limit, $limit == 1).@count == 0")
        #expect(!bound.evaluate(with: object))
        #expect(template.node.freeVariables == ["limit"])
        #expect(bound.node.freeVariables.isEmpty)
    }

    @Test("PRE-24 text from outside throws instead of stopping")
    func validating() {
        #expect(throws: CoreDataException.self) { try NSPredicate(validating: "a ==") }
        #expect(throws: CoreDataException.self) { try NSPredicate(validating: "a == %@", arguments: []) }
        #expect(throws: CoreDataException.self) { try NSExpression(validating: "a +") }
        #expect(throws: CoreDataException.self) {
            try NSPredicate(format: "a < 1").evaluate(validating: ["a": "x"])
        }
    }

    @Test("RAISE in an API that cannot throw stops the process")
    func stopping() async {
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "a ==") }
        await #expect(processExitsWith: .failure) {
            _ = NSPredicate(format: "a < 1").evaluate(with: ["a": "x"])
        }
    }

    @Test("Foundation's own methods use our predicates")
    func filtering() {
        let array = NSArray(array: [1, 2, 3])
        #expect(array.filtered(using: NSPredicate(format: "SELF >= 2")) as? [Int] == [2, 3])
    }

    @Test("Embedded predicates and expressions become part of the tree")
    func embedding() {
        let inner = NSPredicate(format: "a == 1 OR b == 2")
        #expect(NSPredicate(format: "c == 3 AND %@", inner).description == "c == 3 AND (a == 1 OR b == 2)")
        #expect(NSPredicate(format: "%@ > 3", NSExpression(forKeyPath: "a.b")).description == "a.b > 3")
    }
}
