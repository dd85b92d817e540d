// SPDX-License-Identifier: Apache-2.0
// Counters in several contexts: MT-1 to MT-15, MT-46, MT-54.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Counters of several contexts")
struct CounterTests {
    @Test(
        "MT-1 MT-2 SC-49 MRG-90 MRG-93 two contexts add, and both count", arguments: Stack.Kind.allCases)
    func bothCount(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(2)
        try stage[stage.b].add(3)
        try stage.a.save()
        try stage.b.save()
        #expect(try stage.stored("likes") as? Int == 15)
        #expect(stage[stage.b].number() == 15)
        #expect(stage[stage.a].number() == 12)
        stage[stage.a].refresh()
        #expect(stage[stage.a].number() == 15)
        #expect(!stage[stage.a].hasPersistentChangedValues)
        stage.undo(stage.a)
        #expect(stage[stage.a].number() == 13)
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 13)
    }

    @Test("MT-3 MRG-73 refreshing without merging drops the change", arguments: Stack.Kind.allCases)
    func refreshFalse(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(2)
        stage[stage.a].refresh(false)
        #expect(stage[stage.a].number() == 10)
        #expect(stage[stage.a].pending() == nil)
    }

    @Test(
        "MT-4 MT-5 MRG-72 MRG-76 refreshing keeps the change, and undo takes it back",
        arguments: Stack.Kind.allCases)
    func refreshTrue(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(2)
        stage.a.processPendingChanges()
        try stage[stage.b].add(5)
        try stage.b.save()
        stage[stage.a].refresh()
        #expect(stage[stage.a].number() == 17)
        #expect(stage[stage.a].pending() == "+2")
        #expect(stage[stage.a].changedValues()["likes"] as? Int == 17)
        #expect(stage[stage.a].committedValues(forKeys: ["likes"])["likes"] as? Int == 15)
        stage.undo(stage.a)
        #expect(stage[stage.a].number() == 15)
        #expect(stage[stage.a].changedValues().isEmpty)
        #expect(!stage.a.hasChanges)
    }

    @Test("MT-6 MRG-77 undo of a saved change takes back only that", arguments: Stack.Kind.allCases)
    func undoSaved(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(3)
        try stage.a.save()
        try stage[stage.b].add(4)
        try stage.b.save()
        stage.undo(stage.a)
        #expect(stage[stage.a].pending() == "-3")
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 14)
        stage.redo(stage.a)
        #expect(stage[stage.a].pending() == "+3")
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 17)
    }

    @Test("MT-7 MRG-3 MRG-103 what adds up to nothing is no change", arguments: Stack.Kind.allCases)
    func nothing(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(3)
        try stage[stage.a].add(-3)
        #expect(stage[stage.a].pending() == nil)
        #expect(!stage[stage.a].hasPersistentChangedValues)
        #expect(stage[stage.a].changedValues().isEmpty)
        let statements = try stage.stack.statements { try stage.a.save() }
        #expect(!statements.contains { $0.contains("UPDATE") })
    }

    @Test("MT-8 MRG-61 an assignment adds the difference", arguments: Stack.Kind.allCases)
    func assignment(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        stage[stage.a].setValue(5, forKey: "likes")
        #expect(stage[stage.a].pending() == "-5")
        try stage[stage.b].add(1)
        try stage.b.save()
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 6)
    }

    @Test("MT-9 MRG-20 an absolute assignment forgets what others did", arguments: Stack.Kind.allCases)
    func absoluteAssignment(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].apply(.assign(5), forKey: "likes")
        try stage[stage.b].add(1)
        try stage.b.save()
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 5)
    }

    @Test("MT-14 MRG-21 nil is 0 once something is added", arguments: Stack.Kind.allCases)
    func nilCounter(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind)
        try stage[stage.a].add(2, "score")
        #expect(stage[stage.a].number("score") == 2)
        stage.undo(stage.a)
        #expect(stage[stage.a].value(forKey: "score") == nil)
        #expect(!stage.a.hasChanges)
        try stage[stage.a].add(2, "score")
        try stage.a.save()
        #expect(try stage.stored("score") as? Int == 2)
    }

    @Test("MT-46 MRG-74 rollback drops the change", arguments: Stack.Kind.allCases)
    func rollback(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(2)
        stage.a.rollback()
        #expect(stage[stage.a].number() == 10)
        #expect(stage[stage.a].pending() == nil)
        #expect(!stage.a.hasChanges)
    }

    @Test("MT-54 MRG-17 three contexts count 100 rounds in any order", arguments: Stack.Kind.allCases)
    func rounds(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        var numbers = SeededNumbers(seed: 54)
        for _ in 0..<100 {
            for context in [stage.a, stage.b, stage.c].shuffled(using: &numbers) {
                try stage[context].add(1)
                try context.save()
            }
        }
        #expect(try stage.stored("likes") as? Int == 310)
    }

    @Test("MRG-20 doubles and decimals count too", arguments: Stack.Kind.allCases)
    func otherNumbers(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["points": 1.5, "amount": NSDecimalNumber(string: "0.1")])
        for (context, points, amount) in [(stage.a, 0.25, "0.2"), (stage.b, 0.5, "0.3")] {
            try stage[context].apply(.increment(by: points), forKey: "points")
            try stage[context].apply(.increment(by: Decimal(string: amount) ?? 0), forKey: "amount")
        }
        try stage.a.save()
        try stage.b.save()
        #expect(try stage.stored("points") as? Double == 2.25)
        #expect(try stage.stored("amount") as? NSDecimalNumber == NSDecimalNumber(string: "0.6"))
    }

    @Test(
        "MRG-25 numbers that no counter takes are refused",
        arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e150])
    func unusable(_ number: Double) throws {
        let stage = try AccountStage(.inMemory, ["likes": 1, "amount": NSDecimalNumber(value: 1)])
        for key in ["likes", "amount"] {
            #expect(throws: CoreDataException.self) {
                try stage[stage.a].apply(.increment(by: number), forKey: key)
            }
            #expect(stage[stage.a].pending(key) == nil)
        }
        if number.isFinite { return }
        #expect(throws: CoreDataException.self) {
            try stage[stage.a].apply(.increment(by: number), forKey: "points")
        }
    }

    @Test(
        "MRG-20 changes that went through bytes fit counters of every number type",
        arguments: ["likes", "points", "amount"])
    func throughBytes(_ key: String) throws {
        let stage = try AccountStage(.inMemory, ["points": 0.0, "amount": NSDecimalNumber.zero])
        let account = stage[stage.a]
        func number() -> Double? { (account.value(forKey: key) as? NSNumber)?.doubleValue }
        let deltas: [MergeableDelta] = [.increment(by: 3), .increment(by: 2.0), .increment(by: Decimal(1))]
        for delta in deltas { try account.apply(MergeableDelta(data: delta.data()), forKey: key) }
        #expect(number() == 6)
        try account.apply(MergeableDelta(data: MergeableDelta.assign(7).data()), forKey: key)
        #expect(number() == 7)
        try stage.a.save()
        #expect((try stage.stored(key) as? NSNumber)?.doubleValue == 7)
        let fraction = try MergeableDelta(data: MergeableDelta.increment(by: 0.25).data())
        guard key == "likes" else {
            try account.apply(fraction, forKey: key)
            return #expect(number() == 7.25)
        }
        #expect(throws: CoreDataException.self) { try account.apply(fraction, forKey: key) }
        #expect(number() == 7)
    }

    @Test("MRG-20 what is added to a double is the nearest one, also after bytes") func nearest() throws {
        let stage = try AccountStage(.inMemory)
        let account = stage[stage.a]
        let deltas: [(MergeableDelta, Double)] = [
            (.increment(by: 3.133), 3.133), (.increment(by: 1e300), 1e300),
            (.increment(by: Decimal(string: "1.005")!), 1.005), (.assign(Decimal(string: "1.005")!), 1.005),
        ]
        for (delta, result) in deltas {
            for delta in [delta, try MergeableDelta(data: delta.data())] {
                try account.apply(.assign(0), forKey: "points")
                try account.apply(delta, forKey: "points")
                #expect(account.value(forKey: "points") as? Double == result)
            }
        }
        #expect(throws: CoreDataException.self) {
            try account.apply(.increment(by: Decimal.nan), forKey: "points")
        }
    }

    @Test("MRG-25 an increment that does not fit is refused, and changes nothing")
    func overflow() throws {
        let stage = try AccountStage(.inMemory, ["likes": Int.max - 1])
        try stage[stage.a].add(1)
        #expect(throws: CoreDataException.self) { try stage[stage.a].add(1) }
        #expect(stage[stage.a].number() == Int.max)
        #expect(throws: CoreDataException.self) {
            try stage[stage.a].apply(.increment(by: 0.5), forKey: "likes")
        }
        #expect(throws: CoreDataException.self) { try stage[stage.a].apply(.insert("x"), forKey: "likes") }
        #expect(throws: CoreDataException.self) { try stage[stage.a].apply(.insert("x"), forKey: "owner") }
    }

    @Test(
        "MRG-25 a number beyond the integers of the attribute's type is refused where it is added",
        arguments: [NSAttributeType.integer16AttributeType, .integer32AttributeType])
    func shortIntegers(_ type: NSAttributeType) throws {
        let range = type == .integer16AttributeType ? -32_768...32_767 : -2_147_483_648...2_147_483_647
        let stage = try AccountStage(.inMemory, ["likes": 1], ["likes": { $0.attributeType = type }])
        let account = stage[stage.a]
        for (end, step) in [(range.upperBound, 1), (range.lowerBound, -1)] {
            try account.apply(.assign(Decimal(end)), forKey: "likes")
            #expect(throws: CoreDataException.self) { try account.add(step) }
            #expect(throws: CoreDataException.self) {
                try account.apply(.assign(Decimal(end + step)), forKey: "likes")
            }
            #expect(account.number() == end)
            try stage.a.save()
            #expect(try stage.stored("likes") as? Int == end)
        }
    }
}
