// SPDX-License-Identifier: Apache-2.0
// The model of the checks of attributes that merge: posts with one attribute of each kind, and blogs that derive values
// from posts.

import PerdurePredicates
import PerdureStore

/// Blogs have posts; a note is a post too.
enum MergingModel {
    static let entities = [blog, post, note, page]

    private static let blog = EntityDefinition(
        "Blog",
        properties: [
            DerivedModel.many("posts", "Post", inverse: "blog"),
            derived("likes", .integer64, ["posts", "@sum", "likes"]),
        ])

    private static let post = EntityDefinition(
        "Post",
        properties: [
            DerivedModel.plain("title", .string),
            DerivedModel.one("blog", "Blog", inverse: "posts"),
            merging("likes", MergeRule(.counter, type: .integer64)),
            merging("small", MergeRule(.counter, type: .integer16)),
            merging("medium", MergeRule(.counter, type: .integer32)),
            merging("weight", MergeRule(.counter, type: .double)),
            merging("price", MergeRule(.counter, type: .decimal)),
            merging("stars", stars), merging("tags", MergeRule(.set, type: .binary)),
            merging("settings", MergeRule(.dictionary, type: .binary)),
            merging("color", value(.mine)), merging("shade", value(.theirs)), merging("hue", value(.error)),
            merging("tint", value(.merge)),
            merging("files", MergeRule(.set, type: .binary), allowsExternalStorage: true),
            derived("copy", .integer64, ["likes"]),
        ])

    private static let note = EntityDefinition(
        "Note", superentity: "Post", properties: [merging("ticks", MergeRule(.counter, type: .integer64))])

    /// No two pages have the same number.
    private static let page = EntityDefinition(
        "Page", properties: [merging("number", MergeRule(.counter, type: .integer64))],
        uniquenessConstraints: [["number"]])

    /// A mandatory counter from 0 to 20.
    private static var stars: MergeRule {
        var rule = MergeRule(.counter, type: .integer32)
        rule.minimum = .integer(0)
        rule.maximum = .integer(20)
        rule.isOptional = false
        return rule
    }

    private static func value(_ conflict: MergeRule.Conflict) -> MergeRule {
        var rule = MergeRule(.value, type: .string)
        rule.conflict = conflict
        return rule
    }

    private static func merging(_ name: String, _ rule: MergeRule, allowsExternalStorage: Bool = false)
        -> PropertyDefinition
    {
        PropertyDefinition(
            name, isOptional: rule.isOptional,
            .attribute(
                AttributeDefinition(
                    rule.type, allowsExternalStorage: allowsExternalStorage, merge: rule)))
    }

    private static func derived(_ name: String, _ type: StoredAttributeType, _ keys: [String])
        -> PropertyDefinition
    {
        PropertyDefinition(
            name,
            .attribute(
                AttributeDefinition(type, derivation: .keyPath(base: .evaluatedObject, keys: keys))))
    }
}

extension EngineUnderTest {
    /// An update that applies changes, and optionally writes plain values at a version.
    func merge(
        _ key: ObjectKey, _ deltas: [String: AttributeDelta], expected: [String: StoredValue] = [:],
        writing values: [String: StoredValue] = [:], expecting version: Int64? = nil
    ) throws -> RowUpdate {
        let plain = try update(key, values, expecting: version)
        let layout = schema[key.entity]
        let changes = try deltas.map {
            SlotDelta(slot: try slot(layout.name, $0), delta: $1, expected: expected[$0])
        }
        return RowUpdate(
            plain.row, slots: plain.slots, expectedVersion: version,
            deltas: changes.sorted { $0.slot < $1.slot }, movesVersion: !values.isEmpty)
    }

    /// A change set with one update that applies changes.
    func merging(
        _ key: ObjectKey, _ deltas: [String: AttributeDelta], expected: [String: StoredValue] = [:],
        writing values: [String: StoredValue] = [:], expecting version: Int64? = nil
    ) throws -> ChangeSet {
        var changes = ChangeSet()
        changes.updates = [
            try merge(key, deltas, expected: expected, writing: values, expecting: version)
        ]
        return changes
    }

    /// The opened value of an attribute that merges.
    func content(_ key: ObjectKey, _ name: String) throws -> MergeContent? {
        let layout = schema[key.entity]
        return try layout.properties[slot(layout.name, name)].merge?.content(of: value(key, name))
    }

    /// The failure of changes that the stored values refuse; nil if the commit succeeds.
    func failure(_ changes: ChangeSet) throws -> MergeFailure? {
        do {
            _ = try engine.commit(changes)
            return nil
        } catch StoreError.merge(let failure) {
            return failure
        }
    }
}
