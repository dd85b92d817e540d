// SPDX-License-Identifier: Apache-2.0
// Numbers that attributes of integers that merge do not take.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Numbers that merging attributes refuse") struct UnfitAssignmentTests {
    @Test(
        "MRG-25 a counter of integers cannot be set to a number beyond 64 bits, or to NaN",
        arguments: [NSNumber(value: 1e30), NSNumber(value: UInt64.max), NSNumber(value: Double.nan)])
    func counters(_ number: NSNumber) throws {
        let stage = try AccountStage(.inMemory, ["likes": 3])
        let account = stage[stage.a]
        #expect(throws: CoreDataException.self) { try account.trySetValue(number, forKey: "likes") }
        #expect(account.value(forKey: "likes") as? Int == 3 && !account.hasChanges)
        try account.trySetValue(NSNumber(value: 4.5), forKey: "likes")
        #expect(account.value(forKey: "likes") as? Int == 4)
    }

    @Test(
        "MRG-25 a set of integers takes no fraction and nothing beyond 64 bits",
        arguments: [NSNumber(value: 1.5), NSNumber(value: UInt64.max), NSNumber(value: Double.nan)])
    func elements(_ number: NSNumber) throws {
        let stage = try AccountStage(.inMemory, [:], ["tags": { $0.elementType = .integer }])
        let account = stage[stage.a]
        try account.trySetValue(Set([1, 2]), forKey: "tags")
        let set = NSSet(array: [NSNumber(value: 1), number])
        #expect(throws: CoreDataException.self) { try account.trySetValue(set, forKey: "tags") }
        #expect(account.value(forKey: "tags") as? Set<AnyHashable> == [1, 2])
    }

    @Test("MOD-109 a value that merges as a whole keeps such a number until the save refuses it")
    func values() throws {
        let stage = try AccountStage(
            .inMemory, [:], ["color": { $0.attributeType = .integer64AttributeType }])
        let account = stage[stage.a]
        account.setValue(1e30, forKey: "color")
        #expect(account.value(forKey: "color") as? Double == 1e30)
        let error = #expect(throws: (any Error).self) { try stage.a.save() }
        #expect((error as NSError?)?.code == 1610)
        #expect(try stage.stored("color") == nil)
    }
}
