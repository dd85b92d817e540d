// SPDX-License-Identifier: Apache-2.0
// FETCH(request, context, countOnly): a fetch inside of an expression.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

typealias NSExpression = Perdure.NSExpression

@Suite("Expressions that fetch") struct FetchExpressionTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try Stack(.sqlite)
        context = stack.context()
        try context.performAndWait { [context] in
            for (name, age) in [("a", 10), ("b", 20), ("c", 30)] {
                context.insert("Person", ["firstName": name, "age": age])
            }
            try context.save()
        }
    }

    private func older() -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: "age > 15")
        request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
        return request
    }

    private func expression(countOnly: Bool) -> NSExpression {
        NSFetchRequestExpression.expression(
            forFetch: NSExpression(forConstantValue: older()),
            context: NSExpression(forConstantValue: context), countOnly: countOnly)
    }

    @Test("FET-73 the parts of the expression")
    func parts() throws {
        let expression = try #require(expression(countOnly: true) as? NSFetchRequestExpression)
        #expect(expression.expressionType == NSFetchRequestExpressionType)
        #expect(NSFetchRequestExpressionType.rawValue == 50 && expression.isCountOnlyRequest)
        #expect(expression.contextExpression.constantValue as? NSManagedObjectContext === context)
        let request = expression.requestExpression.constantValue as? NSFetchRequest<NSManagedObject>
        #expect(request?.entityName == "Person")
    }

    @Test("FET-73 the value is an array of objects, or a count")
    func values() throws {
        try context.performAndWait {
            context.insert("Person", ["age": 40])
            let objects = expression(countOnly: false).expressionValue(with: nil, context: nil)
            let found = try context.fetch(older())
            #expect(objects as? [NSManagedObject] == found)
            #expect(expression(countOnly: true).expressionValue(with: nil, context: nil) as? Int == 3)
            let parsed = NSExpression(format: "FETCH(%@, %@, YES)", older(), context)
            #expect(parsed.expressionType == .fetchRequest)
            #expect(parsed.expressionValue(with: nil, context: nil) as? Int == 3)
        }
    }

    @Test("FET-73 in the predicate of a fetch it is evaluated before the store is asked")
    func inFetches() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
            request.predicate = NSPredicate(format: "SELF IN FETCH(%@, %@, NO)", older(), context)
            let names = { try context.fetch(request).map { $0.value(forKey: "firstName") as? String } }
            #expect(try names() == ["b", "c"])
            request.predicate = NSPredicate(format: "age > 10 * FETCH(%@, %@, YES)", older(), context)
            #expect(try names() == ["c"])
            #expect(try context.count(for: request) == 1)
            let first = try #require(try context.all("Person", "age == 10").first)
            #expect(!NSPredicate(format: "SELF IN FETCH(%@, %@, NO)", older(), context).evaluate(with: first))
        }
    }

    @Test("FET-73 parts that depend on the tested object are refused before any store is asked")
    func dependent() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: "FETCH(note, %@, YES) > 1", context)
        let error = #expect(throws: CoreDataException.self) {
            try context.performAndWait { try context.fetch(request) }
        }
        #expect(error?.name == .invalidArgumentException)
    }

    @Test("FET-73 what is no request, or no context, is an exception that says so")
    func wrongParts() throws {
        let noContext = NSExpression(format: "FETCH(%@, %@, YES)", older(), "x")
        let first = #expect(throws: CoreDataException.self) {
            try noContext.expressionValue(validating: nil)
        }
        #expect(first?.reason.contains("is no NSManagedObjectContext") == true)
        let noRequest = NSExpression(format: "FETCH(%@, %@, YES)", "x", context)
        let second = #expect(throws: CoreDataException.self) {
            try context.performAndWait { _ = try noRequest.expressionValue(validating: nil) }
        }
        #expect(second?.reason.contains("no NSFetchRequest") == true)
    }
}
