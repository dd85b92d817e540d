// SPDX-License-Identifier: Apache-2.0
// The tables of attribute types: that of model files, that of stores, and Apple's enumeration.

import Foundation
import PerdurePredicates
import PerdureStore
import Testing

@testable import Perdure
@testable import PerdureModelFormat

@Suite("Attribute types") struct AttributeTypeFactsTests {
    @Test("all tables list the same numbers") func numbers() {
        let numbers = PerdureModelFormat.AttributeType.all.map(\.number)
        #expect(numbers == PerdureStore.StoredAttributeType.allCases.map(\.rawValue))
        #expect(numbers.allSatisfy { NSAttributeType(rawValue: UInt($0)) != nil })
    }

    @Test("the table names the cases of Apple's enumeration") func constants() {
        for facts in PerdureModelFormat.AttributeType.all {
            let type = NSAttributeType(rawValue: UInt(facts.number)).map { "\($0)" }
            #expect(type == "\(facts.constantName)AttributeType")
        }
    }

    @Test(
        "model files and stores take the values of a type for the same",
        arguments: PerdureStore.StoredAttributeType.allCases)
    func values(_ type: PerdureStore.StoredAttributeType) {
        #expect(PerdureModelFormat.AttributeType.facts(of: type.rawValue)?.held == DerivationValue(type))
    }

    @Test("a class of values has a Swift type, and a type from a newer file has neither") func classes() {
        for facts in PerdureModelFormat.AttributeType.all {
            #expect((facts.className == nil) == (facts.swiftType == nil))
        }
        #expect(PerdureModelFormat.AttributeType.facts(of: 9999) == nil)
        #expect(PerdureModelFormat.AttributeType.name(of: 9999) == "Undefined")
    }
}
