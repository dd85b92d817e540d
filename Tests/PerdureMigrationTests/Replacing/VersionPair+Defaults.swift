// SPDX-License-Identifier: Apache-2.0
// Versions that give defaults to rows without a value. Part of SameResultTests.swift.

import CoreData
import Perdure
import PerdureTestSupport

extension VersionPair {
    static let defaults = [
        VersionPair(
            testDescription: "a composite that becomes required",
            models: {
                (
                    post { $0.properties = [rank(isOptional: true)] },
                    // The hash of a composite is that of its elements: the new attribute makes another version.
                    post {
                        $0.properties = [
                            rank(isOptional: false), merging("note", .value, .stringAttributeType, nil),
                        ]
                    }
                )
            },
            fill: { context in
                _ = LibrarySample.insert("Post", context, [:])
                _ = LibrarySample.insert("Post", context, ["rank": ["level": 2]])
            }),
        VersionPair(
            testDescription: "counters and whole values that are added or become required",
            models: {
                (
                    post {
                        $0.properties = [
                            merging("views", .counter, .integer64AttributeType, nil),
                            merging("color", .value, .stringAttributeType, nil),
                        ]
                    },
                    post {
                        $0.properties = [
                            merging("views", .counter, .integer64AttributeType, 5, isOptional: false),
                            merging("color", .value, .stringAttributeType, "red", isOptional: false),
                            merging("likes", .counter, .integer64AttributeType, 0, isOptional: false),
                            merging("shares", .counter, .integer32AttributeType, 2),
                        ]
                    }
                )
            },
            fill: { context in
                _ = LibrarySample.insert("Post", context, [:])
                _ = LibrarySample.insert("Post", context, ["views": 7, "color": "blue"])
            }),
    ]

    private static func post(_ change: (NSEntityDescription) -> Void) -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Post"
        change(entity)
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    /// A composite with one element, whose text has one form only.
    private static func rank(isOptional: Bool) -> NSCompositeAttributeDescription {
        let level = NSAttributeDescription()
        level.name = "level"
        level.attributeType = .integer64AttributeType
        level.isOptional = true
        let rank = NSCompositeAttributeDescription()
        rank.name = "rank"
        rank.elements = [level]
        rank.isOptional = isOptional
        rank.defaultValue = isOptional ? nil : ["level": 1]
        return rank
    }

    private static func merging(
        _ name: String, _ kind: MergeKind, _ type: NSAttributeType, _ value: Any?, isOptional: Bool = true
    ) -> MergeableAttributeDescription {
        let attribute = MergeableAttributeDescription(kind)
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        attribute.defaultValue = value
        return attribute
    }
}
