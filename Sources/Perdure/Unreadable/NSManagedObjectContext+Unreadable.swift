// SPDX-License-Identifier: Apache-2.0
// A context's part in objects that cannot be read: reads that throw, and what the program's decision does to the context.
// The decision itself is in UnreadableFaultDecision.swift.

import Foundation

extension NSManagedObjectContext {
    /// Runs a block that reads, and throws what would stop the process in it: above all a fault that cannot be read.
    ///
    /// ```swift
    /// let titles = try context.tryReading { songs.map(\.album?.title) }
    /// ```
    ///
    /// Swift cannot leave the block at the property that failed: it runs to its end, what could not be read is nil, 0 or
    /// empty in it, and its result is dropped. Change objects after it, not in it. The object stays the fault that it was,
    /// the context stays usable, and reading again tries anew. An error that the block throws gives way to an earlier one
    /// of a property. Runs on the calling thread, which must be the context's, and costs no access to a store.
    ///
    /// - Parameter body: what reads objects, relationships and key paths.
    /// - Returns: what the block returns.
    /// - Throws: the store's error, with the object under `NSAffectedObjectsErrorKey`; `CoreDataException` for what is an
    ///   exception on Apple's systems, such as an unknown key; what the block throws.
    ///
    /// ## Compatibility
    /// Not in Apple's API. For one property by its name there is `tryValue(forKey:)`.
    public final func tryReading<T>(_ body: () throws -> T) throws -> T {
        // The queue is checked first, so that a wrong one is reported as anywhere else.
        _ = onQueue()
        return try ExceptionTrap.catching { Result { try body() } }.get()
    }

    /// Does what the program has decided about an object that cannot be read; false when the process shall stop.
    final func settle(_ object: NSManagedObject, unreadable error: any Error) -> Bool {
        guard let handler = persistentStoreCoordinator?.whenFaultIsUnreadable else { return false }
        // What a deletion meets is another object than the deleted one.
        let affected = (error as NSError).userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObjectID]
        switch handler(affected?.first ?? object.objectID, error) {
        case .stop: return false
        case .becomeDeleted: letGo(ofUnreadable: object)
        case .failSaves: readFailure = readFailure ?? error
        }
        return true
    }

    private func letGo(ofUnreadable object: NSManagedObject) {
        // One that is being deleted by the program stays so: its save reads what it needs, and throws.
        guard object.staysAlive else { return }
        object.standForUnreadable()
        journal.mark(object, .deleted)
        note(object, .deleted)
        tellHasChanges()
    }

    /// Ends the event before all changes are given up: what delete rules cannot read does not matter any more.
    final func endEventBeforeRollback() {
        do { _ = try ExceptionTrap.catching { endEvent() } } catch {
            if error is CoreDataException { ExceptionTrap.raise(error) }
        }
    }

    /// Refuses a save that may hold what was computed from values that could not be read.
    final func requireReadable() throws {
        if let readFailure { throw readFailure }
    }
}

extension SavedChanges {
    /// What others are told: not the end of objects whose rows are still in the store.
    var told: SavedChanges {
        var told = self
        told.removeDeleted { $0.state.contains(.unreadable) }
        return told
    }
}
