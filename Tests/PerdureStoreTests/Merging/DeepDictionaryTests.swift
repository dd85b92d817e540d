// SPDX-License-Identifier: Apache-2.0
// Dictionaries with paths as keys: each rule of DeepDictionary.swift by its values.

import PerdurePropertyList
import PerdureStore
import Testing

@Suite("Merging: deep dictionaries") struct DeepDictionaryTests {
    private func delta(_ entries: [String: DictionaryDelta.Entry]) -> DictionaryDelta {
        DictionaryDelta(entries, isDeep: true)
    }

    @Test("MRG-46 two writers change different keys of one nested dictionary")
    func siblings() throws {
        let start: DictionaryDelta.Value = ["window": .dictionary(["title": .string("a")])]
        let mine = delta(["window.size.width": .set(.integer(3))])
        let theirs = delta(["window.title": .set(.string("b")), "count": .add(.integer(1))])
        let expected: DictionaryDelta.Value = [
            "window": .dictionary(["title": .string("b"), "size": .dictionary(["width": .integer(3)])]),
            "count": .integer(1),
        ]
        #expect(try mine.applied(to: theirs.applied(to: start)) == expected)
        #expect(try theirs.applied(to: mine.applied(to: start)) == expected)
    }

    @Test("MRG-46 without the rule a nested dictionary is a single value, and a dot is part of a key")
    func shallow() throws {
        let delta = DictionaryDelta(["a.b": .set(.integer(1))])
        #expect(try delta.applied(to: [:]) == ["a.b": .integer(1)])
        var rule = MergeRule(.dictionary, type: .binary)
        let base = MergeContent.dictionary([:])
        #expect(
            DeltaRebase(.dictionary(delta), onto: base, by: rule).visible
                == .dictionary(["a.b": .integer(1)]))
        rule.isDeep = true
        #expect(
            DeltaRebase(.dictionary(delta), onto: base, by: rule).visible
                == .dictionary(["a": .dictionary(["b": .integer(1)])]))
    }

    @Test("MRG-46 the last key takes its dictionaries along, the first makes them")
    func empty() throws {
        let set = delta(["a.b.c": .set(.integer(1))])
        let value = try set.applied(to: [:])
        #expect(value == ["a": .dictionary(["b": .dictionary(["c": .integer(1)])])])
        #expect(try set.inverted(for: [:]).applied(to: value).isEmpty)
        #expect(try delta(["a": .set(.dictionary(["b": .dictionary([:])]))]).applied(to: value).isEmpty)
    }

    @Test("MRG-46 setting a key absorbs what was done below it, and what follows becomes part of it")
    func absorbing() throws {
        let below = delta(["a.b": .set(.integer(1)), "a.c": .remove])
        #expect(try below.composed(with: delta(["a": .remove])) == delta(["a": .remove]))
        let whole = delta(["a": .set(.dictionary(["x": .integer(1), "y": .integer(2)]))])
        #expect(try below.composed(with: whole) == whole)
        #expect(
            try whole.composed(
                with: delta(["a.x": .remove, "a.y": .add(.integer(3)), "a.z": .set(.integer(9))]))
                == delta(["a": .set(.dictionary(["y": .integer(5), "z": .integer(9)]))]))
        #expect(
            try delta(["a": .remove]).composed(with: delta(["a.b": .add(.integer(2))]))
                == delta(["a": .set(.dictionary(["b": .integer(2)]))]))
        #expect(try whole.composed(with: delta(["a.x": .remove, "a.y": .remove])) == delta(["a": .remove]))
    }

    @Test("MRG-46 nothing leads through a value that is no dictionary")
    func leaves() throws {
        let text: DictionaryDelta.Value = ["a": .string("text")]
        #expect(throws: MergeError.self) { try delta(["a.b": .set(.integer(1))]).applied(to: text) }
        #expect(throws: MergeError.self) { try delta(["a.b": .add(.integer(1))]).applied(to: text) }
        #expect(try delta(["a.b": .remove]).applied(to: text) == text)
        #expect(
            delta(["a.b": .set(.integer(1)), "c": .set(.integer(2))]).shown(on: text) == [
                "a": .string("text"), "c": .integer(2),
            ])
        #expect(
            try delta(["a": .set(.integer(1))]).applied(to: ["a": .dictionary(["b": .integer(2)])]) == [
                "a": .integer(1)
            ])
        #expect(throws: MergeError.self) {
            try delta(["a": .set(.integer(1))]).composed(with: delta(["a.b": .set(.integer(2))]))
        }
    }

    @Test("MRG-46 the difference of two values goes key by key as deep as both are dictionaries")
    func difference() throws {
        var rule = MergeRule(.dictionary, type: .binary)
        rule.isDeep = true
        let old = MergeContent.dictionary([
            "a": .dictionary(["b": .integer(1), "c": .integer(2)]), "d": .integer(1),
        ])
        let new = MergeContent.dictionary([
            "a": .dictionary(["b": .integer(3)]), "d": .dictionary(["e": .integer(1)]),
            "f": .dictionary(["g.h": .integer(5)]),
        ])
        #expect(
            try rule.difference(from: old, to: new)
                == .dictionary(
                    delta([
                        "a.b": .set(.integer(3)), "a.c": .remove,
                        "d": .set(.dictionary(["e": .integer(1)])), "f.g\\.h": .set(.integer(5)),
                    ])))
    }

    @Test(
        "MRG-46 a path as a text and back",
        arguments: [
            ["a"], ["a", "b"], ["a.b", "c"], ["", "a"], ["a\\", ".b"], ["\\.", ""],
        ])
    func paths(_ parts: [String]) {
        #expect(KeyPathText.parts(KeyPathText.text(parts)) == parts)
    }
}
