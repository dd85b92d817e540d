// SPDX-License-Identifier: Apache-2.0
// What objects with hand-written changes need when others save too: the newest row under the changes, and another try.

import CoreData

extension NSManagedObjectContext {
    /// Saves; where others have saved the same objects, refreshes these and tries again.
    ///
    /// - Parameter attempts: how often at most, because others may be faster every time.
    /// - Returns: how many attempts met a conflict.
    /// - Throws: any other error, and the last conflict.
    func saveRetrying(attempts: Int = 10) throws -> Int {
        for attempt in 0..<(attempts - 1) {
            do {
                try save()
                return attempt
            } catch let error as NSError where error.code == NSManagedObjectMergeError {
                let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict] ?? []
                for conflict in conflicts { refresh(conflict.sourceObject, mergeChanges: true) }
            }
        }
        try save()
        return attempts - 1
    }
}
