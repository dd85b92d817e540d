// SPDX-License-Identifier: Apache-2.0
// The parts of attributes that merge: what keys behind their names lead to.

import PerdurePropertyList
import Testing

@testable import PerdureStore

@Suite("Parts of attributes") struct AttributePartsTests {
    private func attribute(_ kind: MergeRule.Kind) -> AttributeDefinition {
        let type = kind == .counter ? StoredAttributeType.integer64 : .binary
        return AttributeDefinition(type, merge: MergeRule(kind, type: type))
    }

    private func parts(_ kind: MergeRule.Kind) throws -> AttributeParts {
        try #require(attribute(kind).parts)
    }

    @Test("sets and dictionaries have parts, counters and plain attributes have none")
    func kinds() {
        #expect(attribute(.set).parts != nil && attribute(.dictionary).parts != nil)
        #expect(attribute(.counter).parts == nil && attribute(.value).parts == nil)
        #expect(AttributeDefinition(.binary).parts == nil)
    }

    @Test("MRG-121 of a set there is the count, of a dictionary an entry; both from what is stored")
    func values() throws {
        let set = try MergeRule(.set, type: .binary).stored(.set([.string("a"), .string("b")]))
        let count = try #require(
            try parts(.set).part(at: ["@count"], path: ["tags", "@count"], isColumn: false))
        #expect(count.value(of: set) == .integer(2))
        #expect(count.value(of: .null) == .integer(0))
        let dictionary = try MergeRule(.dictionary, type: .binary).stored(
            .dictionary(["theme": .string("dark")]))
        let entry = try #require(
            try parts(.dictionary).part(at: ["theme"], path: ["settings", "theme"], isColumn: false))
        #expect(entry.value(of: dictionary) == .string("dark") && entry.isEntry)
        #expect(entry.value(of: .null) == .null)
    }

    @Test("the whole value is a column, an entry comes with its type there")
    func columns() throws {
        #expect(try parts(.set).part(at: [], path: ["tags"], isColumn: true) == nil)
        let entry = try #require(
            try parts(.dictionary).part(at: ["theme"], path: ["settings", "theme"], isColumn: true))
        #expect(entry.isPacked && !entry.isEntry)
    }

    @Test("what is no part is refused: an element of a set by its name, a function of a dictionary")
    func refusals() throws {
        let (set, dictionary) = (try parts(.set), try parts(.dictionary))
        #expect(throws: StoreError.self) {
            try set.part(at: ["name"], path: ["tags", "name"], isColumn: false)
        }
        #expect(throws: StoreError.self) {
            try dictionary.part(at: ["@sum"], path: ["settings", "@sum"], isColumn: false)
        }
        #expect(throws: StoreError.self) {
            try set.checkComputed(["tags"], by: "length:", isAggregate: false)
        }
    }
}
