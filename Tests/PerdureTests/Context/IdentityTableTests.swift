// SPDX-License-Identifier: Apache-2.0
// The table behind the identity map beside a dictionary: numbers of any kind, objects that come, go and die.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Identity table")
struct IdentityTableTests {
    private let entity = ModelSamples.entity("Thing", [ModelSamples.attribute("name")])
    private let model: NSManagedObjectModel

    init() { model = ModelSamples.model(entity) }

    private func object() -> NSManagedObject { NSManagedObject(entity: entity, insertInto: nil) }

    @Test("is a dictionary of living objects", arguments: [1, 2, 3] as [UInt64])
    func randomWork(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let table = IdentityTable()
        var expected: [Int64: NSManagedObject] = [:]
        for _ in 0..<20_000 {
            let number = Int64.random(in: -400...400, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let made = object()
                table.insert(made, number)
                expected[number] = made
            case 2:
                table.remove(number)
                expected[number] = nil
            default:
                // Dies here, unless it was there before.
                if expected[number] == nil { table.insert(object(), number) }
            }
            #expect(table[number] === expected[number])
        }
        for number in Int64(-400)...400 { #expect(table[number] === expected[number]) }
        var living: Set<ObjectIdentifier> = []
        table.forEach { living.insert(ObjectIdentifier($0)) }
        #expect(living == Set(expected.values.map { ObjectIdentifier($0) }))
    }

    @Test(
        "finds numbers that lie far apart, also those chosen to collide",
        arguments: [1, 8, 64, 1 << 20, 1 << 40, Int64(bitPattern: 0xF1DE_83E1_9937_733D) << 3] as [Int64])
    func strides(stride: Int64) {
        let table = IdentityTable()
        let objects = (0..<3000).map { _ in object() }
        for (index, object) in objects.enumerated() { table.insert(object, Int64(index) &* stride) }
        for (index, object) in objects.enumerated() { #expect(table[Int64(index) &* stride] === object) }
        #expect(table[stride &* 3001] == nil)
    }

    @Test("with room for many at once, and forgets the dead when it grows")
    func growing() {
        let table = IdentityTable()
        table.reserve(10_000)
        for round in 0..<20 {
            for number in 0..<1000 { table.insert(object(), Int64(round * 1000 + number)) }
        }
        let kept = object()
        table.insert(kept, 5)
        table.reserve(100_000)
        #expect(table[5] === kept)
        #expect(table[6] == nil)
    }

    @Test(
        "of many thousand objects it finds the living ones, whichever share is gone",
        arguments: [1, 2, 3, 50])
    func manyObjects(kept: Int) {
        let table = IdentityTable()
        var living: [Int64: NSManagedObject] = [:]
        for number in 0..<Int64(40_000) {
            let made = object()
            table.insert(made, number * 3)
            if number % Int64(kept) == 0 { living[number * 3] = made }
        }
        #expect(living.allSatisfy { table[$0.key] === $0.value })
        var found: Set<ObjectIdentifier> = []
        table.forEach { found.insert(ObjectIdentifier($0)) }
        #expect(found == Set(living.values.map { ObjectIdentifier($0) }) && table[1] == nil)
    }
}
