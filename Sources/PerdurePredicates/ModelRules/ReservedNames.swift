// SPDX-License-Identifier: Apache-2.0
// Names that no property can have. Asked by PropertyNameRules.swift.

/// Names that managed objects answer to already.
enum ReservedNames {
    static let all: Set<String> = [
        "class", "debugDescription", "description", "entity", "faultingState", "hasChanges",
        "hasPersistentChangedValues", "hash", "isDeleted", "isEditing", "isEqual", "isFault", "isInserted",
        "isProxy", "isUpdated", "managedObjectContext", "objectID", "objectSpecifier", "observationInfo",
        "self", "superclass", "zone",
    ]
}
