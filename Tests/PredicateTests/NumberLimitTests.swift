// SPDX-License-Identifier: Apache-2.0
// Numbers at the limits in fetches: NaN as a constant, the least integer, and sums beyond 64 bits.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Numbers at the limits") struct NumberLimitTests {
    private static func stack(_ kind: Stack.Kind) throws -> Stack {
        let stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Amount", .attribute("whole", .integer64AttributeType),
                    .attribute("real", .doubleAttributeType), .attribute("day", .dateAttributeType))))
        let context = stack.context()
        try context.performAndWait {
            for whole in [Int64.min, 5, Int64.max, Int64.max] {
                context.insert(
                    "Amount",
                    ["whole": whole, "real": 1.5, "day": Date(timeIntervalSinceReferenceDate: 1)])
            }
            context.insert("Amount")
            try context.save()
        }
        return stack
    }

    @Test(
        "PRE-98, MOD-113 a constant that is no number equals nothing and has no order",
        arguments: Stack.Kind.allCases)
    func noNumber(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let context = stack.context()
        let date = Date(timeIntervalSinceReferenceDate: .nan)
        let wanted: [(format: String, arguments: [Any], count: Int)] = [
            ("real == %@", [Double.nan], 0), ("real != %@", [Double.nan], 4),
            ("NOT real == %@", [Double.nan], 4), ("real < %@", [Double.nan], 0),
            ("NOT real < %@", [Double.nan], 4), ("NOT real IN %@", [[Double.nan]], 4),
            ("real IN %@", [[Double.nan, 1.5]], 4), ("real BETWEEN %@", [[0, Double.nan]], 0),
            ("whole != %@", [Double.nan], 4), ("day == %@", [date], 0), ("day != %@", [date], 4),
        ]
        try context.performAndWait {
            for (format, arguments, count) in wanted {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Amount")
                request.predicate = NSPredicate(format: format, argumentArray: arguments)
                let found = try context.count(for: request)
                #expect(found == count, "\(format)")
            }
        }
    }

    @Test("PRE-9 the least integer has no sign to lose, and fails no fetch", arguments: Stack.Kind.allCases)
    func leastInteger(_ kind: Stack.Kind) throws {
        let stack = try Self.stack(kind)
        let context = stack.context()
        try context.performAndWait {
            let (same, greater) = (
                try context.all("Amount", "abs:(whole) == 5"), try context.all("Amount", "abs:(whole) > 5")
            )
            #expect(same.count == 1 && greater.count == 3)
        }
    }

    @Test("PRE-9 a sum beyond 64 bits is an error that names it, and none with a fraction")
    func sums() throws {
        let stack = try Self.stack(.sqlite)
        let context = stack.context()
        func sum(_ format: String) throws -> Double? {
            let column = NSExpressionDescription()
            column.name = "total"
            column.expression = NSExpression(format: format)
            column.expressionResultType = .doubleAttributeType
            let request = NSFetchRequest<NSDictionary>(entityName: "Amount")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = [column]
            request.predicate = NSPredicate(format: "whole > 0")
            return try context.performAndWait { try context.fetch(request).first?["total"] as? Double }
        }
        let error = #expect(throws: CoreDataException.self) { try sum("sum:(whole)") }
        #expect(error?.reason.hasPrefix("integer overflow in sum:(whole) of a fetch of \"Amount\"") == true)
        #expect(try sum("sum:(whole * 1.0)") == 0x1p64)
    }
}
