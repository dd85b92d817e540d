// SPDX-License-Identifier: Apache-2.0
// Names that a property of the model cannot have. The first list repeats the model's own rule
// (PerdurePredicates/ModelRules/ReservedNames.swift). The second list has members of NSManagedObject, which a property of
// the same name would override.

/// The reserved names.
enum ReservedMemberNames {
    static let all: Set<String> = model.union(members)

    /// The names that no model can have, of managed objects or of SwiftData.
    static let model: Set<String> = [
        "class", "debugDescription", "description", "entity", "faultingState", "hasChanges",
        "hasPersistentChangedValues", "hash", "isDeleted", "isEditing", "isEqual", "isFault", "isInserted",
        "isProxy", "isUpdated", "managedObjectContext", "objectID", "objectSpecifier", "observationInfo",
        "self", "superclass", "zone",
    ]

    private static let members: Set<String> = ["hashValue"]
}
