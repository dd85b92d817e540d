// SPDX-License-Identifier: Apache-2.0
// The loop that a save needs when changes are more than values: merge what others saved, and save again.

import Foundation

extension NSManagedObjectContext {
    /// Saves, and when others have saved the same objects meanwhile, brings those up to date and saves again.
    ///
    /// ```swift
    /// try context.performAndWait {
    ///     account.deposit(5)  // kept as a change of 5, not as the sum
    ///     try context.saveRetrying()
    /// }
    /// ```
    ///
    /// On the error 133020 each conflicting object is refreshed with `refresh(_:mergeChanges: true)`: it gets the newest
    /// values under its own changes, and hears of it as of any refresh. Then everything is saved again; `willSave` runs
    /// anew, so objects that keep changes in transients put them over the newest stored values. Plain properties behave
    /// as under the policy `mergeByPropertyObjectTrump`.
    ///
    /// A save may refresh objects by this, which `save()` never does: an object that another context has deleted loses
    /// its changes and is left out. Costs one access per attempt to the stores that changes are written to, and one row
    /// per conflict.
    ///
    /// With merge policies other than `error` there is nothing to retry: the policy decides.
    ///
    /// ## Compatibility
    /// An addition. To be called on the context's queue, like `save()`; elsewhere
    /// `try await context.perform { try context.saveRetrying() }`.
    ///
    /// - Parameter maxAttempts: how often to save, at least once: under constant writing by others the loop might not
    ///   end.
    /// - Throws: any other error at once; the last 133020 after so many attempts, with all changes still there.
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

    /// The objects of a conflict of versions; nil for any other error.
    private static func conflictingObjects(_ error: any Error) -> [NSManagedObject]? {
        let error = error as NSError
        guard error.domain == NSCocoaErrorDomain, error.code == NSManagedObjectMergeError,
            let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any]
        else { return nil }
        return conflicts.compactMap(sourceObject)
    }

    /// The object of a conflict, also in the older form, a dictionary, which a policy of a program's own may throw.
    private static func sourceObject(_ conflict: Any) -> NSManagedObject? {
        if let conflict = conflict as? NSMergeConflict { return conflict.sourceObject }
        return (conflict as? [String: Any])?["object"] as? NSManagedObject
    }
}
