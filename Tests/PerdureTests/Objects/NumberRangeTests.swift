// SPDX-License-Identifier: Apache-2.0
// Numbers that no integer attribute can store: too large for 64 bits, or no number at all.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Numbers beyond the integers") struct NumberRangeTests {
    private static let beyond: [(NSNumber, Int)] = [
        (NSNumber(value: UInt64.max), 1610), (NSNumber(value: 1e30), 1610), (NSNumber(value: -1e30), 1620),
        (NSNumber(value: 0x1p63), 1610), (NSNumber(value: Double.infinity), 1610),
        (NSNumber(value: -Float.infinity), 1620), (NSDecimalNumber(string: "99999999999999999999"), 1610),
    ]

    private func desk(_ kind: Stack.Kind) throws -> Desk {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Tally", .attribute("wide", .integer64AttributeType),
                .attribute("ruled", .integer64AttributeType), .attribute("middle", .integer32AttributeType),
                .attribute("small", .integer16AttributeType), .attribute("flag", .booleanAttributeType),
                .attribute("needed", .integer64AttributeType, isOptional: false, default: 1)))
        model.entitiesByName["Tally"]?.attributesByName["ruled"]?.setValidationPredicates(
            [NSPredicate(format: "SELF != 7")], withValidationWarnings: ["no seven"])
        return try Desk(kind, model)
    }

    @Test(
        "MOD-109 a number beyond 64 bits stays in memory, and the save refuses it",
        arguments: Stack.Kind.allCases)
    func refused(_ kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let tally = desk.context.insert("Tally", ["wide": 1, "ruled": 1, "middle": 1, "small": 1])
        try desk.context.save()
        for key in ["wide", "ruled", "middle", "small"] {
            for (number, code) in Self.beyond {
                tally.setValue(number, forKey: key)
                let shown = tally.value(forKey: key) as? NSNumber
                #expect(shown?.doubleValue == number.doubleValue)
                let error = desk.saveError()
                #expect(error?.code == code && error?.userInfo[NSValidationKeyErrorKey] as? String == key)
            }
            desk.context.rollback()
        }
        #expect(try desk.saved("Tally").value(forKey: "wide") as? Int == 1)
    }

    @Test(
        "MOD-109 the ends of 64 bits are stored, and fractions are cut off, whatever class the number has",
        arguments: [
            (NSNumber(value: UInt64(Int64.max)), Int.max),
            (NSDecimalNumber(string: "9223372036854775807"), .max),
            (NSNumber(value: -0x1p63), .min), (NSNumber(value: 1.5), 1), (NSNumber(value: UInt64(5)), 5),
            (NSDecimalNumber(string: "-1.5"), -1),
        ] as [(NSNumber, Int)])
    func stored(_ number: NSNumber, _ result: Int) throws {
        let desk = try desk(.sqlite)
        desk.context.insert("Tally", ["wide": number])
        try desk.context.save()
        #expect(try desk.saved("Tally").value(forKey: "wide") as? Int == result)
    }

    @Test("MOD-113 NaN in an integer attribute is nil", arguments: Stack.Kind.allCases)
    func notANumber(_ kind: Stack.Kind) throws {
        let desk = try desk(kind)
        for number in [NSNumber(value: Double.nan), NSDecimalNumber.notANumber] {
            let tally = desk.context.insert("Tally", ["wide": number, "small": number, "flag": number])
            for key in ["wide", "small", "flag"] { #expect(tally.value(forKey: key) == nil) }
            tally.setValue(number, forKey: "needed")
            #expect(desk.saveError()?.code == 1570)
            desk.context.delete(tally)
        }
    }

    @Test("OBJ-122 MOD-109 validateValue refuses such numbers") func byHand() throws {
        let desk = try desk(.inMemory)
        let tally = desk.context.insert("Tally")
        func code(_ number: NSNumber, _ key: String) -> Int {
            var value: AnyObject? = number
            do { try tally.validateValue(&value, forKey: key) } catch { return (error as NSError).code }
            return 0
        }
        for (number, result) in Self.beyond {
            for key in ["wide", "ruled", "middle", "small"] { #expect(code(number, key) == result) }
        }
        #expect(code(NSNumber(value: Double.nan), "needed") == 1570)
        #expect(code(NSNumber(value: Double.nan), "wide") == 0 && code(8, "wide") == 0)
    }

    @Test("MOD-109 a class that skips validation cannot store such a number", arguments: Stack.Kind.allCases)
    func skipped(_ kind: Stack.Kind) throws {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Tally", className: "PerdureTests.CarelessObject",
                .attribute("wide", .integer64AttributeType)))
        let desk = try Desk(kind, model)
        desk.context.insert("Tally", ["wide": 1e30])
        #expect(desk.saveError()?.code == 1550)
        #expect(try desk.reader().all("Tally").isEmpty)
    }
}
