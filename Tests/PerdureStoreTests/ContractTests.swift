// SPDX-License-Identifier: Apache-2.0
// What the contract of engines says beside reading and writing: keys in ranges, limits of texts.

import PerdurePropertyList
import PerdureStoreConformance
import Testing

@testable import PerdureStore

@Suite("The contract of engines") struct ContractTests {
    @Test("keys are taken in their order, over the gaps between ranges")
    func keys() {
        var keys = ReservedKeys([3..<5, 5..<5, 9..<10, 20..<22])
        #expect(keys.count == 5)
        #expect((0..<5).map { keys[$0] } == [3, 4, 9, 20, 21])
        #expect((0..<5).map { _ in keys.nextKey() } == keys.all)
        #expect([2, 3, 9, 10, 21].map { keys.index(of: $0) } == [nil, 0, 2, nil, 4])
        #expect(ReservedKeys(from: 7, count: 0).all.isEmpty)
        #expect(ReservedKeys().index(of: 1) == nil)
    }

    @Test("an engine that gives out every third key keeps the contract", arguments: StoreEngineSuite.checks)
    func scattered(_ check: StoreEngineSuite.Check) throws {
        try StoreEngineSuite { try ScatteredEngine(InMemoryEngine(schema: $0)) }.run(check)
    }

    private let schema: Schema
    private let note: EntityLayout
    private let titled: EntityLayout

    init() throws {
        func text(_ name: String) -> PropertyDefinition {
            PropertyDefinition(name, .attribute(AttributeDefinition(.string)))
        }
        schema = try Schema([
            EntityDefinition(
                "Note", properties: [text("title"), text("body")], uniquenessConstraints: [["title"]]),
            EntityDefinition("Titled", superentity: "Note", properties: [text("more")]),
        ])
        note = try #require(schema.entity(named: "Note"))
        titled = try #require(schema.entity(named: "Titled"))
    }

    private func insertion(_ layout: EntityLayout, _ name: String, _ text: String) throws -> ChangeSet {
        var values = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        values[try #require(layout.slots[name])] = .string(text)
        var changes = ChangeSet()
        changes.insertions = [
            RowInsertion(key: schema.key(entity: layout.number, number: 1), values: values)
        ]
        return changes
    }

    private func refusal(_ limits: StoreLimits, _ changes: ChangeSet) -> String? {
        do {
            try limits.check(changes, schema)
            return nil
        } catch StoreError.invalidValue(let entity, let property, _) {
            return "\(entity).\(property)"
        } catch { return "\(error)" }
    }

    @Test("without limits every text is kept; one with U+0000 is refused where the store does not keep it")
    func nullCharacters() throws {
        let changes = try insertion(note, "body", "a\0b")
        #expect(refusal(StoreLimits(), changes) == nil)
        var limits = StoreLimits()
        limits.keepsNullCharacters = false
        #expect(refusal(limits, changes) == "Note.body")
        #expect(refusal(limits, try insertion(note, "body", "ab")) == nil)
    }

    @Test("a long text is refused where it must be unique, also by a constraint that is inherited")
    func constrainedTexts() throws {
        var limits = StoreLimits()
        limits.longestConstrainedText = 3
        #expect(refusal(limits, try insertion(note, "title", "abc")) == nil)
        #expect(refusal(limits, try insertion(note, "title", "abcd")) == "Note.title")
        #expect(refusal(limits, try insertion(titled, "title", "äöü")) == "Titled.title")
        #expect(refusal(limits, try insertion(titled, "more", "abcd")) == nil)
    }

    @Test("updates are looked at in the slots that they write")
    func updates() throws {
        var limits = StoreLimits()
        limits.keepsNullCharacters = false
        var changes = ChangeSet()
        let slot = try #require(note.slots["body"])
        let key = schema.key(entity: note.number, number: 1)
        changes.updates = [
            RowUpdate(key: key, expectedVersion: 1, changes: [SlotChange(slot: slot, value: .string("\0"))])
        ]
        #expect(refusal(limits, changes) == "Note.body")
    }
}

/// Gives out every third key.
private final class ScatteredEngine: StoreEngine {
    private let base: InMemoryEngine

    init(_ base: InMemoryEngine) throws { self.base = base }

    var schema: Schema { base.schema }
    var metadata: [String: PropertyListValue] { base.metadata }

    func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try base.fetch(plan) }
    func rows(for keys: [ObjectKey]) throws -> [Row] { try base.rows(for: keys) }
    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try base.members(of: slot, for: owner)
    }

    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        let keys = try base.reserveKeys(count * 3, entity: entity).all
        return ReservedKeys(stride(from: 0, to: keys.count, by: 3).map { keys[$0]..<keys[$0] + 1 })
    }

    func prepare(_ changes: ChangeSet) throws -> Preparation { try base.prepare(changes) }
    func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try base.setMetadata(metadata, immediately: immediately)
    }
    func close() throws { try base.close() }
}
