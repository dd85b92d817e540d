// SPDX-License-Identifier: Apache-2.0
// A context's part in objects that cannot be read: throwing reads, and the effect of the program's decision on the
// context. The decision itself is in UnreadableFaultDecision.swift.

import Foundation
import PerdureBase
import PerdureFoundationGaps

extension NSManagedObjectContext {
    /// Runs a block that reads; throws errors that would stop the process, above all of a fault that cannot be read.
    ///
    /// ```swift
    /// let titles = try context.tryReading { songs.map(\.album?.title) }
    /// ```
    ///
    /// Swift cannot leave the block at the property that failed. The block runs to its end with nil, 0 or an empty
    /// collection for each value that could not be read, and its result is dropped. Change objects after the block, not
    /// in it. The object stays a fault, the context stays usable, and the next read tries again. If the block throws
    /// after a property has failed, the property's error is thrown. Runs on the calling thread, which must be the
    /// context's, and costs no store access.
    ///
    /// - Parameter body: a block that reads objects, relationships and key paths.
    /// - Returns: what the block returns.
    /// - Throws: the store's error, with the object under `NSAffectedObjectsErrorKey`; `CoreDataException` for an
    ///   exception on Apple's systems, such as an unknown key; the block's own error.
    ///
    /// ## Compatibility
    /// Not in Apple's API. For one property by its name there is `tryValue(forKey:)`.
    public final func tryReading<T>(_ body: () throws -> T) throws -> T {
        // The queue is checked first, so that a wrong queue is reported as in other calls.
        _ = onQueue()
        return try ExceptionTrap.catching { Result { try body() } }.get()
    }

    /// Carries out the program's decision about an object that cannot be read; false when the process must stop.
    final func handle(_ object: NSManagedObject, unreadable error: any Error) -> Bool {
        guard let handler = persistentStoreCoordinator?.whenFaultIsUnreadable else { return false }
        // A deletion may fail at another object than the deleted one.
        let affected = (error as NSError).userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObjectID]
        switch handler(affected?.first ?? object.objectID, error) {
        case .stop: return false
        case .becomeDeleted: letGo(ofUnreadable: object)
        case .failSaves: readFailure = readFailure ?? error
        }
        return true
    }

    private func letGo(ofUnreadable object: NSManagedObject) {
        // An object that the program is deleting stays deleted: its save reads the values that it needs, and throws.
        guard object.staysAlive else { return }
        object.standForUnreadable()
        journal.mark(object, .deleted)
        note(object, .deleted)
        tellHasChanges()
    }

    /// Ends the event before all changes are dropped: values that delete rules cannot read do not matter any more.
    final func endEventBeforeRollback() {
        do { _ = try ExceptionTrap.catching { endEvent() } } catch {
            if error is CoreDataException { ExceptionTrap.raise(error) }
        }
    }

    /// Refuses a save that may contain results of values that could not be read.
    final func requireReadable() throws {
        if let readFailure { throw readFailure }
    }
}

extension SavedChanges {
    /// The changes that other contexts are told, without deletions of objects whose rows are still in the store.
    var told: SavedChanges {
        var told = self
        told.removeDeleted { $0.state.contains(.unreadable) }
        return told
    }
}
