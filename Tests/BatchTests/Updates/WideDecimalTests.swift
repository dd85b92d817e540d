// SPDX-License-Identifier: Apache-2.0
// Expressions of batch updates for decimal attributes.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batch updates of decimals") struct WideDecimalTests {
    private func stack(_ kind: Stack.Kind, _ number: Double) throws -> (Stack, NSManagedObjectContext) {
        let stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Fact", .attribute("number", .doubleAttributeType),
                    .attribute("price", .decimalAttributeType))))
        let context = stack.context()
        try context.performAndWait { () throws in
            context.insert("Fact", ["number": number, "price": NSDecimalNumber(value: 1)])
            try context.save()
        }
        return (stack, context)
    }

    private func update(_ context: NSManagedObjectContext, _ expression: String) throws {
        let request = NSBatchUpdateRequest(entityName: "Fact")
        request.propertiesToUpdate = ["price": NSExpression(format: expression)]
        try context.execute(request)
    }

    private func price(_ context: NSManagedObjectContext) throws -> NSDecimalNumber? {
        context.reset()
        return try context.all("Fact").first?.value(forKey: "price") as? NSDecimalNumber
    }

    @Test("PG-119 a double keeps all of its digits in a decimal", arguments: Stack.Kind.lasting)
    func digits(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind, 0.12345678901234568)
        try context.performAndWait { () throws in
            try update(context, "number")
            #expect(try price(context) == NSDecimalNumber(string: "0.12345678901234568"))
        }
        withExtendedLifetime(stack) {}
    }

    @Test(
        "STO-160 a result that no decimal holds is refused, and nothing is written",
        arguments: Stack.Kind.lasting)
    func tooWide(_ kind: Stack.Kind) throws {
        let (stack, context) = try stack(kind, 1e300)
        try context.performAndWait { () throws in
            for expression in ["number", "number * -1"] {
                let error = #expect(throws: NSError.self) { try update(context, expression) }
                #expect(error?.code == NSManagedObjectValidationError)
                #expect(error?.localizedDescription.contains("Fact.price") == true)
            }
            #expect(try price(context) == NSDecimalNumber(value: 1))
        }
        withExtendedLifetime(stack) {}
    }
}
