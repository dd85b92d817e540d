// SPDX-License-Identifier: Apache-2.0
// The rules of each kind by their own values: what the laws leave open.

import Foundation
import PerdurePropertyList
import PerdureStore
import Testing

@Suite("Kinds of merging") struct MergeRuleTests {
    // MARK: Counters

    @Test("MRG-21 MRG-22 nothing plus 2 minus 2 is 0, and an assignment absorbs what was before")
    func counters() throws {
        let both = try CounterDelta<Int64>.add(2).composed(with: .add(-2))
        #expect(both == CounterDelta(amount: 0, isTouched: true))
        #expect(try both.applied(to: nil) == 0)
        #expect(try CounterDelta<Int64>.identity.applied(to: nil) == nil)
        #expect(try both.composed(with: .assign(5)) == .assign(5))
        let assigned = try CounterDelta<Int64>.assign(5).composed(with: .add(1))
        #expect(assigned == CounterDelta(base: .assigned(5), amount: 1, isTouched: true))
        #expect(try assigned.applied(to: 100) == 6)
        #expect(try CounterDelta<Int64>.assign(nil).composed(with: .add(3)).applied(to: 100) == 3)
    }

    @Test("MRG-23 MRG-24 the inverse of an addition to nothing is nothing; 0 is another value")
    func counterInverse() throws {
        #expect(try CounterDelta<Int64>.add(2).inverted(for: nil) == .assign(nil))
        #expect(try CounterDelta<Int64>.add(2).inverted(for: 5) == .add(-2))
        #expect(try CounterDelta<Int64>.assign(9).inverted(for: 5) == .assign(5))
        #expect(CounterDelta<Int64>.add(0).normalized(for: nil) == .add(0))
        #expect(CounterDelta<Int64>.add(0).normalized(for: 0).isIdentity)
        #expect(CounterDelta<Int64>.assign(3).normalized(for: 3).isIdentity)
    }

    @Test("MRG-25 what leaves the range is an error, and shown as the end of it")
    func overflow() throws {
        let add = CounterDelta<Int64>.add(.max)
        #expect(throws: MergeError.tooLarge) { try add.applied(to: 1) }
        #expect(throws: MergeError.tooSmall) { try CounterDelta<Int64>.add(.min).applied(to: -1) }
        #expect(throws: MergeError.tooLarge) { try add.composed(with: .add(1)) }
        #expect(add.shown(on: 1) == .max)
        #expect(CounterDelta<Int64>.add(.min).shown(on: -1) == .min)
        #expect(CounterDelta<Int64>.difference(from: .min, to: .max) == .assign(.max))
        #expect(throws: MergeError.tooLarge) {
            try CounterDelta<Double>.add(.greatestFiniteMagnitude).applied(to: .greatestFiniteMagnitude)
        }
        #expect(throws: MergeError.notFinite) { try CounterDelta<Double>.add(.nan).applied(to: 1) }
        #expect(throws: MergeError.tooLarge) {
            try CounterDelta<Decimal>.add(.greatestFiniteMagnitude).applied(to: .greatestFiniteMagnitude)
        }
        #expect(throws: MergeError.notFinite) { try CounterDelta<Decimal>.add(.nan).applied(to: 1) }
    }

    @Test(
        "MRG-25 small integers have the range of their types",
        arguments: [
            (StoredAttributeType.integer16, Int64(Int16.max)), (.integer32, Int64(Int32.max)),
            (.integer64, .max),
        ])
    func ranges(_ type: StoredAttributeType, _ largest: Int64) throws {
        let rule = MergeRule(.counter, type: type)
        #expect(try rule.stored(.integer(largest)) == .integer(largest))
        if largest < .max {
            #expect(throws: MergeError.tooLarge) { try rule.stored(.integer(largest + 1)) }
            #expect(throws: MergeError.tooSmall) { try rule.stored(.integer(-largest - 2)) }
        }
    }

    @Test("MRG-14 the inverse of a fraction misses by no more than its last place")
    func fractions() throws {
        var random = RandomMerges(.real, seed: 3)
        for _ in 0..<2_000 {
            let value = Double(random.number(-1_000_000...1_000_000)) / 7
            let delta = CounterDelta<Double>.add(Double(random.number(-1_000_000...1_000_000)) / 3e3)
            let result = try #require(try delta.applied(to: value))
            let back = try #require(try delta.inverted(for: value).applied(to: result))
            #expect(abs(back - value) <= max(result.ulp, value.ulp), "\(value) \(delta)")
        }
    }

    // MARK: Sets

    @Test("MRG-31 MRG-34 MRG-35 MT-19 removing all removes what is visible; of two writers the later counts")
    func sets() throws {
        let (a, b) = (MergeElement.string("a"), MergeElement.string("b"))
        let all = SetDelta.difference(from: [a], to: [])
        #expect(all == SetDelta(removed: [a]))
        #expect(all.applied(to: [a, b]) == [b])
        let (insert, remove) = (SetDelta(inserted: [a]), SetDelta(removed: [a]))
        #expect(remove.applied(to: insert.applied(to: [])).isEmpty)
        #expect(insert.applied(to: remove.applied(to: [a])) == [a])
        #expect(insert.composed(with: remove) == remove)
        #expect(SetDelta(inserted: [a, b], removed: [a]).inserted == [b])
    }

    // MARK: Dictionaries

    @Test("MRG-42 per key the later change counts, and additions join")
    func dictionaries() throws {
        func compose(_ first: DictionaryDelta.Entry, _ second: DictionaryDelta.Entry) throws
            -> DictionaryDelta.Entry?
        {
            try DictionaryDelta(["k": first]).composed(with: DictionaryDelta(["k": second])).entries["k"]
        }
        #expect(try compose(.set(.integer(1)), .add(.integer(2))) == .set(.integer(3)))
        #expect(try compose(.add(.integer(1)), .add(.integer(2))) == .add(.integer(3)))
        #expect(try compose(.add(.integer(1)), .add(.real(0.5))) == .add(.real(1.5)))
        #expect(try compose(.remove, .add(.integer(2))) == .set(.integer(2)))
        #expect(try compose(.add(.integer(1)), .remove) == .remove)
        #expect(throws: MergeError.notANumber(key: "k")) {
            try compose(.set(.string("text")), .add(.integer(1)))
        }
    }

    @Test("MRG-41 MRG-44 an addition to nothing begins at 0, and its inverse removes the key")
    func additions() throws {
        let add = DictionaryDelta(["k": .add(.integer(2))])
        #expect(try add.applied(to: [:]) == ["k": .integer(2)])
        #expect(try add.inverted(for: [:]) == DictionaryDelta(["k": .remove]))
        #expect(try add.inverted(for: ["k": .integer(1)]) == DictionaryDelta(["k": .add(.integer(-2))]))
        #expect(throws: MergeError.notANumber(key: "k")) { try add.applied(to: ["k": .string("x")]) }
        #expect(add.shown(on: ["k": .string("x")]) == ["k": .string("x")])
        #expect(DictionaryDelta(["k": .add(.integer(0))]).normalized(for: ["k": .integer(1)]).isIdentity)
        #expect(!DictionaryDelta(["k": .add(.integer(0))]).normalized(for: [:]).isIdentity)
    }

    // MARK: Criteria

    @Test("MRG-43 MRG-52 MT-32 what a setter was called for stays a change, if the rule says so")
    func criteria() throws {
        var value = MergeRule(.value, type: .string)
        var dictionary = MergeRule(.dictionary, type: .binary)
        let same = AttributeDelta.value(.set(.string("red")))
        let entry = AttributeDelta.dictionary(DictionaryDelta(["x": .set(.integer(1)), "y": .remove]))
        let red = MergeContent.value(.string("red"))
        let one = MergeContent.dictionary(["x": .integer(1)])
        #expect(!DeltaRebase(same, onto: red, by: value).isChanged)
        #expect(!DeltaRebase(entry, onto: one, by: dictionary).isChanged)
        value.criterion = .setterCalled
        dictionary.criterion = .setterCalled
        #expect(DeltaRebase(same, onto: red, by: value).isChanged)
        let kept = DeltaRebase(entry, onto: one, by: dictionary)
        #expect(kept.isChanged && kept.delta == entry && kept.visible == one)
        let newer = MergeContent.dictionary(["y": .integer(2)])
        #expect(DeltaRebase(kept.delta, onto: newer, by: dictionary).visible == one)
    }

    @Test("MRG-2 MRG-72 MT-4 what is visible is the change on the newest snapshot")
    func rebasing() throws {
        let rule = MergeRule(.counter, type: .integer64)
        let state = DeltaRebase(.integer(.add(2)), onto: .integer(10), by: rule)
        #expect(state.visible == .integer(12))
        #expect(DeltaRebase(state.delta, onto: .integer(15), by: rule).visible == .integer(17))
        #expect(try state.adding(.integer(.add(-2))).isChanged == false)
        let later = AttributeDelta.integer(.assign(3))
        #expect(try later.inverted(for: state.visible) == .integer(.assign(12)))
    }

    // MARK: Stored forms

    @Test("MRG-142 MRG-143 what others have written is read, and what cannot be read is an error")
    func storedForms() throws {
        let set = MergeRule(.set, type: .binary)
        #expect(try set.content(of: .null) == .set([]))
        #expect(try set.content(of: .data(Data())) == .set([]))
        #expect(try set.stored(.set([])) == .null)
        #expect(try MergeRule(.dictionary, type: .binary).stored(.dictionary([:])) == .null)
        let array = try BinaryPropertyList.write(.array([.integer(1)]))
        #expect(throws: MergeError.self) { try set.content(of: .data(array)) }
        #expect(throws: MergeError.self) { try set.content(of: .data(Data([1, 2, 3]))) }
        #expect(throws: MergeError.self) { try set.content(of: .string("a")) }
        let xml = Data("<plist version=\"1.0\"><array><string>a</string></array></plist>".utf8)
        #expect(try set.content(of: .data(xml)) == .set([.string("a")]))
    }

    @Test("MRG-62 bounds of decimals and fractions")
    func bounds() throws {
        var price = MergeRule(.counter, type: .decimal)
        price.maximum = .decimal(DecimalBox(10))
        #expect(price.violation(by: .decimal(DecimalBox(11))) == .tooLarge)
        #expect(price.violation(by: .decimal(DecimalBox(10))) == nil)
        var weight = MergeRule(.counter, type: .double)
        weight.minimum = .double(0.5)
        #expect(weight.violation(by: .double(0.25)) == .tooSmall)
        #expect(weight.violation(by: .null) == nil)
        weight.isOptional = false
        #expect(weight.violation(by: .null) == .missing)
    }
}
