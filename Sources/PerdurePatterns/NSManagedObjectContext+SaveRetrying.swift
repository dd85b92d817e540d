// SPDX-License-Identifier: Apache-2.0
// A loop for saves with changes that are more than values: merge the rows that other contexts saved, and save again.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps

extension NSManagedObjectContext {
    /// Saves; if other contexts have saved the same objects meanwhile, refreshes these and saves again.
    ///
    /// ```swift
    /// try context.performAndWait {
    ///     account.deposit(5)  // kept as a change of 5, not as the sum
    ///     try context.saveRetrying()
    /// }
    /// ```
    ///
    /// On the error 133020 (optimistic lock conflict) each conflicting object is refreshed with `refresh(_:mergeChanges:
    /// true)`. It gets the newest values under its own changes, and the usual calls of a refresh. Then everything is
    /// saved again. `willSave` runs again, so objects that keep changes in transients apply them to the newest stored
    /// values. Plain properties behave as under the policy `mergeByPropertyObjectTrump`.
    ///
    /// Unlike `save()`, this method may refresh objects: an object that another context has deleted loses its changes and
    /// is left out. Each attempt costs one access to each store that it writes, and one row per conflict.
    ///
    /// With merge policies other than `error` there is nothing to retry: the policy decides.
    ///
    /// ## Compatibility
    /// An addition. Call it on the context's queue, like `save()`; elsewhere write `try await context.perform { try
    /// context.saveRetrying() }`.
    ///
    /// - Parameter maxAttempts: the largest number of saves, at least 1: while other contexts write all the time, the
    ///   loop might not end.
    /// - Throws: any other error at once; the last 133020 after all attempts, with all changes kept.
    public final func saveRetrying(maxAttempts: Int = 10) throws {
        for _ in 1..<max(maxAttempts, 1) {
            do { return try save() } catch {
                guard let objects = Self.conflictingObjects(error) else { throw error }
                try ExceptionTrap.catching {
                    for object in objects { refresh(object, mergeChanges: true) }
                }
            }
        }
        try save()
    }

    /// The objects of an optimistic lock conflict; nil for any other error.
    private static func conflictingObjects(_ error: any Error) -> [NSManagedObject]? {
        let error = error as NSError
        guard error.domain == NSCocoaErrorDomain, error.code == NSManagedObjectMergeError,
            let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any]
        else { return nil }
        return conflicts.compactMap(sourceObject)
    }

    /// The object of a conflict; a program's own policy may throw the older form, a dictionary.
    private static func sourceObject(_ conflict: Any) -> NSManagedObject? {
        if let conflict = conflict as? NSMergeConflict { return conflict.sourceObject }
        return (conflict as? [String: Any])?["object"] as? NSManagedObject
    }
}
