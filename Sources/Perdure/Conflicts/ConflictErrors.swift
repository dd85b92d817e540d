// SPDX-License-Identifier: Apache-2.0
// The errors of a save that meets conflicts, with Apple's codes and userInfo keys.

import Foundation
import PerdureFoundationGaps

/// Makes the errors of conflicts.
enum ConflictErrors {
    /// 133020 or 133021 with the list of conflicts.
    static func conflicts(_ list: [Any]) -> NSError {
        let versions = list.compactMap { $0 as? NSMergeConflict }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        let objects = versions.map(\.sourceObject) + constraints.flatMap(\.conflictingObjects)
        let isNew = { (object: NSManagedObject) in object.snapshot == nil }
        let code = versions.isEmpty ? NSManagedObjectConstraintMergeError : NSManagedObjectMergeError
        return NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: [
                NSLocalizedDescriptionKey: "Could not merge changes.",
                NSPersistentStoreSaveConflictsErrorKey: list,
                NSInsertedObjectsKey: objects.filter(isNew).map(\.objectID),
                NSUpdatedObjectsKey: objects.filter { !isNew($0) }.map(\.objectID),
            ])
    }

    /// Converts the conflicts of a program's own store (134050) into the context's 133020 (SAV-46).
    static func converted(_ error: any Error) -> any Error {
        let reported = error as NSError
        guard reported.domain == NSCocoaErrorDomain, reported.code == NSPersistentStoreSaveConflictsError
        else {
            return error
        }
        let list = reported.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any] ?? []
        let facts = (conflicts(list) as NSError).userInfo.merging(reported.userInfo) { ours, _ in ours }
        return NSError(
            domain: NSCocoaErrorDomain, code: NSManagedObjectMergeError,
            userInfo: facts.merging([NSUnderlyingErrorKey: reported]) { first, _ in first })
    }
}
