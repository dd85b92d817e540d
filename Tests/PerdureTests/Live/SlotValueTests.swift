// SPDX-License-Identifier: Apache-2.0
// What a slot holds: stored values as rows have them, and values that live in an object (LiveValue.swift).

import Foundation
import PerdureStore
import Testing

@testable import Perdure

@Suite("Slot values")
struct SlotValueTests {
    @Test("a stored value has the same bytes in a slot as in a row")
    func layout() { #expect(MemoryAssumptions.problem == nil) }

    @Test(
        "nil and NaN are one value, and a row keeps nil of both",
        arguments: [StoredValue.double(.nan), .date(.nan)])
    func notANumber(_ value: StoredValue) {
        #expect(SlotValue.stored(value).shows(.null))
        #expect(!SlotValue.stored(.double(1)).shows(.null))
        #expect(value.storable == .null)
    }

    @Test("a composite of stored values is a stored value; one with a value of a class lives")
    func composites() throws {
        let plain = LiveComposite.value(of: [.stored(.integer(1)), .null])
        #expect(plain == .stored(.composite([.integer(1), .null])))
        #expect(LiveComposite.value(of: [.null, .null]) == .null)
        let mixed = LiveComposite.value(of: [.stored(.integer(1)), .live(TransformedValue(["a"]))])
        #expect(mixed.live != nil && mixed.isChanged(from: plain))
        #expect(mixed.shows(LiveComposite.value(of: [.stored(.integer(1)), .live(TransformedValue(["a"]))])))
    }

    @Test("a copy of a transformed value is another box that shows the same")
    func copies() throws {
        let value = SlotValue.live(TransformedValue(["a", "b"]))
        let copy = value.copied()
        #expect(copy != value && copy.shows(value) && value.shows(copy))
    }

    @Test("comparing is the same from both sides")
    func symmetry() throws {
        let bytes = try TransformedValue(["a"]).archived(entity: "Item", property: "names")
        let archive = try #require(bytes)
        let (stored, live) = (SlotValue.stored(.data(archive)), SlotValue.live(TransformedValue(["a"])))
        #expect(stored.shows(live) && live.shows(stored))
        #expect(!stored.shows(.live(TransformedValue(["b"]))))
    }

    @Test("a token stands for a value of a class, and for that one only")
    func tokens() {
        var values = ClassValues()
        let (first, second) = (TransformedValue(["a"]), TransformedValue(["a"]))
        let (one, two) = (values.token(for: .live(first)), values.token(for: .live(second)))
        #expect(one != two)
        #expect(values.value(of: one) == .live(first) && values.value(of: two) == .live(second))
        #expect(values.token(for: .stored(.integer(3))) == .integer(3))
        #expect(values.copied().value(of: one).shows(.live(first)))
    }

    @Test("tokens of replaced values go")
    func replacedTokens() {
        var values = ClassValues()
        let (first, second) = (TransformedValue(["a"]), TransformedValue(["b"]))
        let (one, two) = (values.token(for: .live(first)), values.token(for: .live(second)))
        let kept = values.keeping([two, nil, .integer(1)])
        #expect(kept.value(of: two) == .live(second) && kept.value(of: one) == .stored(one))
    }
}
