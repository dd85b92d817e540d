// SPDX-License-Identifier: Apache-2.0
// The types that accessors know, beside the attribute types of models.

import PerdureAccessorText
import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Types that accessors know") struct PlainTypeTests {
    @Test(
        "every attribute type with a Swift type has it in the table of accessors",
        arguments: AttributeType.all)
    func attributeTypes(_ facts: AttributeTypeFacts) {
        let plain = facts.plainType
        switch facts.swiftType {
        case .swift(let name): #expect(plain?.typeName == .swift(name))
        case .foundation(let name): #expect(plain?.typeName == .foundation(name))
        case nil: #expect(plain == nil)
        }
        #expect(plain?.modelTypes.contains(facts.constantName) ?? true)
    }

    @Test("types in the table stand for attribute types that models have", arguments: PlainType.all)
    func modelTypes(_ plain: PlainType) {
        #expect(!plain.modelTypes.isEmpty)
        #expect(Set(plain.modelTypes).isSubset(of: AttributeType.all.map(\.constantName)))
    }

    @Test("a type of the program's own is written with its module in conversions") func shadowed() {
        let slot = SlotText("3", value: "value") { "\($0.module).\($0.name)" }
        let small = PlainType.named("Int16")?.optional(at: slot)
        #expect(small?.get == "_optionalInt16(at: 3)")
        #expect(small?.set == "_setInteger(value.map { Swift.Int64($0) }, at: 3)")
        let plain = PlainType.named("Int")?.required(at: slot)
        #expect(plain?.get == "Swift.Int(_int64(at: 3))")
        #expect(plain?.set == "_setInt64(Swift.Int64(value), at: 3)")
        let decimal = PlainType.named("Decimal")?.required(at: slot)
        #expect(decimal?.get == "_decimal(at: 3)?.decimalValue")
        #expect(decimal?.set == "_setDecimal(Foundation.NSDecimalNumber(decimal: value), at: 3)")
        #expect(slot.members(as: "Movie").set == "_setToMany(Swift.Array(value), at: 3)")
    }

    @Test("seconds are no attribute type, and read and write a date") func seconds() {
        #expect(PlainType.named("TimeInterval") == nil)
        let text = PlainType.seconds.required(at: SlotText("0"))
        #expect(text.get == "_date(at: 0)?.timeIntervalSinceReferenceDate")
        #expect(text.set == "_setDate(Date(timeIntervalSinceReferenceDate: newValue), at: 0)")
    }

    @Test("integers, Double and Decimal count, and nothing else does") func counters() {
        let counting = PlainType.all.filter(\.counts).map(\.name)
        #expect(Set(counting) == ["Int", "Int16", "Int32", "Int64", "Double", "Decimal"])
    }
}
