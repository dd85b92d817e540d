// SPDX-License-Identifier: Apache-2.0
// A fetch's result of any length in little memory: all IDs, and the rows of the batch in use.
// NSManagedObjectContext+Batches.swift makes it.

import PerdureBase
import PerdureStore

/// The objects of a fetch's result, in the fetch's order; each is made at its first use.
///
/// The list is a snapshot of IDs. Objects that are inserted or changed later do not change it; an object that is
/// deleted later becomes an inaccessible fault. The count is exact. Reading an object reads the rows of its batch with
/// one store access, unless they are known. The list holds none of its objects: a loop over a million of them needs the
/// memory of one batch. Use the list on its context's queue.
///
/// A subscript cannot throw. When a batch cannot be read, its objects are faults; reading one of their properties
/// reports the error as for any fault. `batch(at:)` throws instead.
public struct FetchedBatches<Object: NSManagedObject>: RandomAccessCollection {
    private let source: BatchSource

    init(_ source: BatchSource) { self.source = source }

    /// How many objects are read at once.
    public var batchSize: Int { source.size }

    /// How many batches there are.
    public var batchCount: Int { source.ids.batchCount(batchSize) }

    /// The index of the first object, 0.
    public var startIndex: Int { 0 }

    /// The number of objects.
    public var endIndex: Int { source.ids.count }

    /// An object; reads its batch unless that batch was the last one in use.
    ///
    /// Without `returnsObjectsAsFaults` the object has the newest known values. The coordinator's row cache has the
    /// values that saves and merges brought since the batch was read; they cost no store access.
    public subscript(position: Int) -> Object {
        requireObject(at: position)
        // `fetchBatches` has refused entities whose objects have other classes.
        return unsafeDowncast(source.object(at: position), to: Object.self)
    }

    /// The identity of an object; reads nothing.
    ///
    /// - Parameter position: the object's index in the list.
    /// - Returns: its ID; the permanent one if the object has been saved.
    public func objectID(at position: Int) -> NSManagedObjectID {
        requireObject(at: position)
        return source.ids[position]
    }

    /// The objects of a batch.
    ///
    /// Costs one store access unless the rows are known.
    ///
    /// - Parameter number: the batch, counted from 0.
    /// - Returns: its objects.
    /// - Throws: what the store reports.
    public func batch(at number: Int) throws -> [Object] {
        if number < 0 || number >= batchCount {
            CoreDataException(
                name: .rangeException, reason: "The list has \(batchCount) batches, and no \(number)."
            ).stop()
        }
        try source.load(number)
        return source.range(of: number).map { self[$0] }
    }

    private func requireObject(at position: Int) {
        if position >= startIndex && position < endIndex { return }
        CoreDataException(
            name: .rangeException, reason: "The list has \(count) objects, and none at \(position)."
        ).stop()
    }
}

/// The state that copies of a list share.
final class BatchSource {
    let ids: ResultIDs
    let size: Int
    private let query: ObjectFetch
    private let context: NSManagedObjectContext
    /// The batch that was read last; its rows stay in the row cache while anything holds them.
    private var current: Batch?

    private struct Batch {
        let number: Int
        /// The rows as they were read; nil for objects that are gone.
        ///
        /// Holding them keeps them, or the newer rows of saves and merges, in the row cache.
        let rows: [Row?]
        /// Whether the program has read each object.
        var isAsked: [Bool]
    }

    init(_ ids: ResultIDs, _ query: ObjectFetch, size: Int, context: NSManagedObjectContext) {
        self.ids = ids
        self.query = query
        self.size = size
        self.context = context
    }

    func range(of number: Int) -> Range<Int> { ids.batch(number, size) }

    func load(_ number: Int) throws {
        guard current?.number != number else { return }
        let rows = try context.onQueue().rows(range(of: number), of: ids, query)
        current = Batch(number: number, rows: rows, isAsked: Array(repeating: false, count: rows.count))
    }

    func object(at index: Int) -> NSManagedObject {
        // An error is not lost: reading the object's properties reports it again.
        try? load(index / size)
        let object = registered(index)
        if !query.request.returnsObjectsAsFaults, object.slots.isFault, let row = newestRow(at: index) {
            object.fill(with: row)
        }
        return object
    }

    private func registered(_ index: Int) -> NSManagedObject {
        guard let namespace = ids.onlyNamespace else { return context.registerFault(ids[index]) }
        return context.registerFault(ids.key(at: index), in: namespace)
    }

    /// The newest known row of an object; nil when the row is gone, or its batch was not read.
    private func newestRow(at index: Int) -> Row? {
        let (number, place) = index.quotientAndRemainder(dividingBy: size)
        guard current?.number == number, current?.rows[place] != nil else { return nil }
        // At its first use the row is as old as its batch, and the batch was read for this use.
        let isFirst = current?.isAsked[place] == false
        current?.isAsked[place] = true
        let age = isFirst ? -1 : context.stalenessInterval
        guard let namespace = ids.onlyNamespace else {
            return try? context.source?.row(for: ids[index], maximumAge: age)
        }
        return try? context.row(for: ids.key(at: index), in: namespace, maximumAge: age)
    }
}
