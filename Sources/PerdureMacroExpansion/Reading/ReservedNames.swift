// SPDX-License-Identifier: Apache-2.0
// Names that a property of the model cannot have. The first list is the model's own rule (Perdure/Model/
// PropertyCheck.swift); with the second a property would be an override of a member of NSManagedObject.

/// Names that are taken.
enum ReservedNames {
    static let all: Set<String> = model.union(members)

    private static let model: Set<String> = [
        "class", "debugDescription", "description", "entity", "faultingState", "hasChanges",
        "hasPersistentChangedValues", "hash", "isDeleted", "isEditing", "isEqual", "isFault", "isInserted",
        "isProxy", "isUpdated", "managedObjectContext", "objectID", "objectSpecifier", "observationInfo",
        "self", "superclass", "zone",
    ]

    private static let members: Set<String> = ["hashValue"]
}
