// SPDX-License-Identifier: Apache-2.0
// Names that no property can have: for builds (ModelChecker) and for models that are put to use.

/// Names that managed objects answer to already.
package enum ReservedNames {
    package static let all: Set<String> = [
        "class", "debugDescription", "description", "entity", "faultingState", "hasChanges",
        "hasPersistentChangedValues", "hash", "isDeleted", "isEditing", "isEqual", "isFault", "isInserted",
        "isProxy", "isUpdated", "managedObjectContext", "objectID", "objectSpecifier", "observationInfo",
        "self", "superclass", "zone",
    ]
}
