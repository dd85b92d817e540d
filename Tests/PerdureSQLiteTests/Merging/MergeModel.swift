// SPDX-License-Identifier: Apache-2.0
// A model with an entity whose attributes merge, and one without; short forms for their tests.

import PerdurePropertyList
import PerdureStore
import Testing

@testable import PerdureSQLite

/// Tallies count, tags do not.
enum MergeModel {
    static let entities = [
        EntityDefinition(
            "Tally",
            properties: [
                TestModel.attribute("name", .string),
                merging("count", MergeRule(.counter, type: .integer64)),
                merging("tags", MergeRule(.set, type: .binary)),
                merging("settings", MergeRule(.dictionary, type: .binary)),
            ]),
        EntityDefinition("Tag", properties: [TestModel.attribute("name", .string)]),
    ]

    /// The same without anything that merges.
    static let plain = entities.map { entity in
        var entity = entity
        entity.properties = entity.properties.map { property in
            guard case .attribute(var attribute) = property.kind else { return property }
            attribute.merge = nil
            return PropertyDefinition(property.name, .attribute(attribute))
        }
        return entity
    }

    private static func merging(_ name: String, _ rule: MergeRule) -> PropertyDefinition {
        PropertyDefinition(name, .attribute(AttributeDefinition(rule.type, merge: rule)))
    }
}

extension OpenStore {
    /// A change set that merges one change into one row.
    func merging(_ key: ObjectKey, _ name: String, _ delta: AttributeDelta) throws -> ChangeSet {
        let slot = try slot(schema[key.entity].name, name)
        let values = ContiguousArray(repeating: StoredValue.null, count: schema[key.entity].properties.count)
        var changes = ChangeSet()
        changes.updates = [
            RowUpdate(
                Row(key: key, version: 0, values: values), slots: [], expectedVersion: nil,
                deltas: [SlotDelta(slot: slot, delta: delta)], movesVersion: false)
        ]
        return changes
    }

    func add(_ amount: Int64, to key: ObjectKey) throws {
        try commit(try merging(key, "count", .integer(.add(amount))))
    }
}

extension MergeModel {
    /// A set that is kept in a file of its own when it is large.
    static let external = [
        EntityDefinition(
            "Album",
            properties: [
                PropertyDefinition(
                    "pictures",
                    .attribute(
                        AttributeDefinition(
                            .binary, allowsExternalStorage: true, merge: MergeRule(.set, type: .binary))))
            ])
    ]
}
