// SPDX-License-Identifier: Apache-2.0
// Values of any type become constants and come back (PRE-14, PRE-49).

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Conversion of values")
struct ValueConversionTests {
    private enum Kind: Int { case one = 1 }

    private enum Label: String { case a }

    private func kind(_ value: Any?) -> String {
        let constant = ConstantValue(value)
        if case .boolean = constant { return "boolean" }
        if case .integer = constant { return "integer" }
        if case .double = constant { return "double" }
        if case .decimal = constant { return "decimal" }
        return constant.kind
    }

    @Test("PRE-14 numbers keep their kind")
    func numbers() {
        #expect(kind(true) == "boolean")
        #expect(kind(NSNumber(value: true)) == "boolean")
        #expect(kind(NSNumber(value: 3)) == "integer")
        #expect(kind(NSNumber(value: Int8(3))) == "integer")
        #expect(kind(NSNumber(value: 1.5)) == "double")
        #expect(kind(NSNumber(value: UInt64.max)) == "decimal")
        #expect(kind(NSDecimalNumber(string: "1.5")) == "decimal")
        #expect(kind(UInt8(3)) == "integer")
        #expect(kind(UInt64.max) == "decimal")
        #expect(kind(Float(1.5)) == "double")
    }

    @Test("PRE-14 nil in all its forms")
    func nothing() {
        #expect(ConstantValue(nil) == .null)
        #expect(ConstantValue(NSNull()) == .null)
        #expect(ConstantValue(Int?.none as Any) == .null)
        #expect(ConstantValue(Int??.some(3) as Any) == .integer(3))
    }

    @Test("PRE-14 Foundation's classes and Swift's values are the same constants")
    func bridged() {
        let date = Date(timeIntervalSinceReferenceDate: 1)
        let uuid = UUID()
        #expect(ConstantValue("x" as NSString) == .string("x"))
        #expect(ConstantValue(date as NSDate) == ConstantValue(date))
        #expect(ConstantValue(uuid as NSUUID) == ConstantValue(uuid))
        #expect(ConstantValue(Data([1]) as NSData) == .data(Data([1])))
        #expect(ConstantValue(NSArray(array: [1, "a"])) == .array([.integer(1), .string("a")]))
        #expect(ConstantValue(NSSet(array: [1])) == .set([.integer(1)]))
        #expect(ConstantValue(Set(["a"])) == .set([.string("a")]))
        #expect(ConstantValue(NSOrderedSet(array: [2, 1])) == .array([.integer(2), .integer(1)]))
        #expect(ConstantValue(["k": 1]) == .dictionary(["k": .integer(1)]))
        #expect(ConstantValue("abc".dropFirst()) == .string("bc"))
    }

    @Test("PRE-49 enums are their raw values")
    func enums() {
        #expect(ConstantValue(Kind.one) == .integer(1))
        #expect(ConstantValue(Label.a) == .string("a"))
        #expect(ConstantValue([Kind.one]) == .array([.integer(1)]))
    }

    @Test("Objects stay objects, and values come back as users cast them")
    func back() {
        let object = NSObject()
        #expect(ConstantValue(object).anyValue as AnyObject === object)
        #expect(ConstantValue(3).anyValue as? Int == 3)
        #expect(ConstantValue(3).anyValue as? Int64 == 3)
        #expect(ConstantValue(true).anyValue as? Bool == true)
        #expect(ConstantValue(1.5).anyValue as? Double == 1.5)
        #expect(ConstantValue(Decimal(2)).anyValue as? Decimal == 2)
        #expect(ConstantValue([1, 2]).anyValue as? [Int] == [1, 2])
        #expect(ConstantValue(nil).anyValue == nil)
    }
}
