// SPDX-License-Identifier: Apache-2.0
// Reads the rows of a result batch by batch: for an array when a fault of the batch fires (UnreadBatches.swift), and
// for a list that makes its objects on demand (FetchedBatches.swift).

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObjectContext {
    /// Fetches objects as a list that reads their rows batch by batch and makes each object at its first use.
    ///
    /// ```swift
    /// let request = NSFetchRequest<Song>(entityName: "Song")
    /// request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    /// request.fetchBatchSize = 200
    /// for song in try context.fetchBatches(request) { print(song.title) }
    /// ```
    ///
    /// Costs one access to each affected store now. Each batch costs one more at its first use, and one for each step
    /// of a prefetched path. The list keeps 16 bytes for each object, and keeps no object alive.
    ///
    /// - Parameter request: a request for objects; a `fetchBatchSize` of 0 means 100.
    /// - Returns: the list, in the request's order.
    /// - Throws: `CoreDataException` for a request that cannot run or does not ask for objects; what the stores report.
    ///
    /// ## Compatibility
    /// An addition. Core Data's arrays of batched requests do the same behind Objective-C's `NSArray`.
    public func fetchBatches<Object: NSManagedObject>(_ request: NSFetchRequest<Object>) throws
        -> FetchedBatches<Object>
    {
        var query = try onQueue().query(request.fetchValues)
        guard query.request.resultType == .managedObjectResultType else {
            throw ContextErrors.batchesWithoutObjects
        }
        try requireClass(Object.self, of: query.entity)
        (query.wantsRows, query.batchSize) = (false, 0)
        let size = query.request.fetchBatchSize > 0 ? query.request.fetchBatchSize : 100
        return FetchedBatches(try BatchSource(ids(query), query, size: size, context: self))
    }

    /// Refuses a class that does not fit all objects of an entity.
    private func requireClass<Object: NSManagedObject>(_ type: Object.Type, of entity: NSEntityDescription)
        throws
    {
        for entity in [entity] + entity.allSubentities {
            let found = EntityBinding.of(entity).objectClass
            guard found is Object.Type else { throw ContextErrors.wrongResult(found, type) }
        }
    }

    /// The IDs of a fetch's result.
    ///
    /// Objects are made only for comparisons with unsaved changes.
    final func ids(_ query: ObjectFetch) throws -> ResultIDs {
        guard let pending = try unsavedChangesOverlay(query) else {
            return try connectedSource().fetchIDs(query)
        }
        let stored = try connectedSource().fetchIDs(pending.widened)
        let corrected = OverlaidIDs(ids: stored, context: self)
        return try ExceptionTrap.catching { try pending.overlaid(on: corrected).ids }
    }

    // MARK: Arrays

    /// Registers a result whose faults are filled batch by batch.
    final func registerBatches(of ids: ResultIDs, _ query: ObjectFetch) {
        // The fetch that adds a list pays for a look at each list.
        unreadBatches.removeAll { !$0.isNeeded(in: identities) }
        if ids.count > 0 { unreadBatches.append(UnreadBatches(ids, query)) }
    }

    /// The row of a fault in an unread batch; reads the batch's other rows with it.
    ///
    /// Nil for other faults, and when the batch cannot be read.
    final func batchRow(for object: NSManagedObject) -> Row? {
        for batches in unreadBatches {
            guard let index = batches.unreadIndex(of: object) else { continue }
            let range = batches.batch(around: index)
            let rows = try? rows(range, of: batches.ids, batches.query)
            batches.finish(range)
            if batches.isDone { unreadBatches.removeAll { $0 === batches } }
            // One unreadable row must not affect its neighbours: each fault of the batch is read alone from now on.
            guard let rows else { continue }
            if !batches.query.request.returnsObjectsAsFaults {
                fill(range, of: batches.ids, except: index, rows)
            }
            return rows[index - range.lowerBound]
        }
        return nil
    }

    private func fill(_ range: Range<Int>, of ids: ResultIDs, except fired: Int, _ rows: [Row?]) {
        for (index, row) in zip(range, rows) where index != fired {
            guard let row, let object = identities.object(at: index, of: ids), object.slots.isFault else {
                continue
            }
            object.fill(with: row)
        }
    }

    /// The rows of a batch, in the order of its objects.
    ///
    /// Afterwards neither the rows nor the request's prefetched objects cost a store access.
    final func rows(_ range: Range<Int>, of ids: ResultIDs, _ query: ObjectFetch) throws -> [Row?] {
        let source = try connectedSource()
        let rows =
            if let namespace = ids.onlyNamespace {
                try source.orderedRows(for: ids.keys(range), in: namespace, maximumAge: stalenessInterval)
            } else {
                try source.orderedRows(for: ids.ids(range), maximumAge: stalenessInterval)
            }
        if let tree = query.prefetch {
            try source.prefetch(
                tree, from: PrefetchOwners(ids.ids(range)), maximumAge: stalenessInterval)
        }
        return rows
    }
}

extension NSEntityDescription {
    /// All entities below this one.
    fileprivate var allSubentities: [NSEntityDescription] { subentities.flatMap { [$0] + $0.allSubentities } }
}
