// SPDX-License-Identifier: Apache-2.0
// How entities and properties get their numbers.

import PerdureStore
import Testing

@Suite("Schema numbering") struct SchemaNumberingTests {
    @Test("roots are sorted ignoring case, each followed by its subentities")
    func numbersRootsIgnoringCase() throws {
        let schema = try Schema([
            EntityDefinition("ComputeSyncAttributes"), EntityDefinition("ComputedAssetAttributes"),
            EntityDefinition("Zebra", superentity: "Animal"), EntityDefinition("Animal"),
            EntityDefinition("Ape", superentity: "Animal"),
        ])
        #expect(
            schema.entities.map(\.name) == [
                "Animal", "Ape", "Zebra", "ComputedAssetAttributes", "ComputeSyncAttributes",
            ])
        let animal = try #require(schema.entity(named: "Animal"))
        #expect(animal.lastDescendant == 3)
        #expect(schema[3].root == 1)
    }

    @Test("inherited properties keep their slots")
    func inheritsSlots() throws {
        let schema = try Schema([
            EntityDefinition(
                "Animal", properties: [PropertyDefinition("name", .attribute(AttributeDefinition(.string)))]),
            EntityDefinition(
                "Ape", superentity: "Animal",
                properties: [PropertyDefinition("age", .attribute(AttributeDefinition(.integer16)))]),
        ])
        let ape = try #require(schema.entity(named: "Ape"))
        #expect(ape.slots == ["name": 0, "age": 1])
        #expect(ape.inheritedCount == 1)
    }

    @Test("a slot costs 24 bytes")
    func slotSize() {
        #expect(MemoryLayout<StoredValue>.stride == 24)
    }
}
