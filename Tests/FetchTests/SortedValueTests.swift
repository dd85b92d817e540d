// SPDX-License-Identifier: Apache-2.0
// Where values without a natural place stand in an order, and sort keys that are none: the same before and after a save.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Orders of unusual values") struct SortedValueTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Value", .attribute("place", .integer64AttributeType, default: 0), .attribute("note"),
                .attribute("real", .doubleAttributeType), .attribute("small", .floatAttributeType),
                .attribute("day", .dateAttributeType), .attribute("exact", .decimalAttributeType),
                .attribute("link", .URIAttributeType), .toOne("next", "Value", inverse: "former"),
                .toOne("former", "Value", inverse: "next")))
    }

    private static func places(_ context: NSManagedObjectContext, _ order: NSSortDescriptor) throws -> [Int] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Value")
        request.sortDescriptors = [order]
        return try context.fetch(request).map { $0.number("place") }
    }

    private static func insertNumbers(into context: NSManagedObjectContext) {
        for (place, number) in [1, Double.nan, -5, nil, 3].enumerated() {
            let isNaN = number?.isNaN == true
            context.insert(
                "Value",
                [
                    "place": place, "real": number, "small": number.map { Float($0) },
                    "day": number.map { Date(timeIntervalSinceReferenceDate: $0) },
                    "exact": isNaN
                        ? NSDecimalNumber.notANumber : number.map { NSDecimalNumber(value: $0) },
                ])
        }
    }

    @Test(
        "MOD-113, FET-28 what is no number stands where nil stands, before and after the save",
        arguments: Stack.Kind.allCases)
    func noNumbers(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait {
            Self.insertNumbers(into: context)
            func expectOrder(by key: String) throws {
                let up = try Self.places(context, NSSortDescriptor(key: key, ascending: true))
                let down = try Self.places(context, NSSortDescriptor(key: key, ascending: false))
                #expect(up == [1, 3, 2, 0, 4], "\(key)")
                #expect(down == [4, 0, 2, 1, 3], "\(key)")
            }
            for key in ["real", "small", "day", "exact"] { try expectOrder(by: key) }
            try context.save()
            for key in ["real", "small", "day"] { try expectOrder(by: key) }
        }
    }

    @Test("FET-24, FET-28 URLs are sorted by every selector as their texts, saved or not")
    func links() throws {
        let insensitive = [1, 3, 2, 0]
        let orders = [
            "compare:": [2, 0, 1, 3], "caseInsensitiveCompare:": insensitive,
            "localizedCompare:": insensitive,
            "localizedCaseInsensitiveCompare:": insensitive, "localizedStandardCompare:": insensitive,
        ]
        let stack = try Stack(.sqlite, Self.model())
        let context = stack.context()
        try context.performAndWait {
            let objects = ["Zeta", "alpha", "Mid", "beta"].enumerated().map { place, name in
                context.insert("Value", ["place": place, "link": URL(string: "http://\(name).org")])
            }
            try context.save()
            for (selector, wanted) in orders {
                let order = NSSortDescriptor(key: "link", ascending: true, selector: Selector(selector))
                #expect(try Self.places(context, order) == wanted, "\(selector)")
                for object in objects { object.setValue("touched", forKey: "note") }
                #expect(try Self.places(context, order) == wanted, "\(selector), unsaved")
                context.rollback()
            }
        }
    }

    @Test(
        "FET-22, FET-36 a key path with an empty key is refused as it is written",
        arguments: Stack.Kind.allCases, ["real.", ".real", "real..", "", ".", "next..real"])
    func emptyKeys(_ kind: Stack.Kind, _ path: String) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        context.performAndWait {
            let order = NSSortDescriptor(key: path, ascending: true)
            let sorting = #expect(throws: CoreDataException.self) { try Self.places(context, order) }
            #expect(sorting?.reason.contains("keypath \(path) not found in entity") == true)
            let request = NSFetchRequest<NSDictionary>(entityName: "Value")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = [path]
            let reading = #expect(throws: CoreDataException.self) { try context.fetch(request) }
            #expect(reading?.reason.contains("Invalid keypath \(path) passed") == true)
        }
    }

    @Test("FET-27 without a key the objects themselves are sorted", arguments: Stack.Kind.allCases)
    func noKey(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait {
            for place in 0..<3 {
                context.insert("Value", ["place": place])
                try context.save()
            }
            let order = NSSortDescriptor(key: nil, ascending: false)
            #expect(try Self.places(context, order) == [2, 1, 0])
        }
    }
}
