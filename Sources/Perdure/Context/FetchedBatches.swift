// SPDX-License-Identifier: Apache-2.0
// A fetch's result of any length in little memory: IDs, and the rows of the batch that is in use. Made by
// NSManagedObjectContext+Batches.swift.

import PerdurePredicates
import PerdureStore

/// The objects that a fetch has found, in its order; each is made when it is asked for.
///
/// The list is a snapshot of IDs: objects that are inserted or changed later do not change it, and one that is deleted
/// later becomes an inaccessible fault. Its count is exact. Asking for an object reads the rows of its batch with one
/// store access, unless they are known. The list holds none of its objects, so that going through a million of them
/// needs no more memory than one batch. Use it on its context's queue.
///
/// A subscript cannot throw: when a batch cannot be read, its objects are faults, and reading one of their properties
/// reports the error as for any fault. `batch(at:)` throws instead.
public struct FetchedBatches<Object: NSManagedObject>: RandomAccessCollection {
    private let source: BatchSource

    init(_ source: BatchSource) { self.source = source }

    /// How many objects are read at once.
    public var batchSize: Int { source.size }

    /// How many batches there are.
    public var batchCount: Int { (count + batchSize - 1) / batchSize }

    /// 0.
    public var startIndex: Int { 0 }

    /// The number of objects.
    public var endIndex: Int { source.ids.count }

    /// An object; reads its batch unless that was the last one in use.
    ///
    /// Without `returnsObjectsAsFaults` it has the newest values that are known: what saves and merges have brought since
    /// the batch was read is in the coordinator's row cache, and costs no access.
    public subscript(position: Int) -> Object {
        requireObject(at: position)
        // `fetchBatches` has refused entities with objects of other classes.
        return unsafeDowncast(source.object(at: position), to: Object.self)
    }

    /// The identity of an object; reads nothing.
    ///
    /// - Parameter position: the object's place in the list.
    /// - Returns: its ID, the permanent one if it has been saved.
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
        if indices.contains(position) { return }
        CoreDataException(
            name: .rangeException, reason: "The list has \(count) objects, and none at \(position)."
        ).stop()
    }
}

/// What copies of a list share.
final class BatchSource {
    let ids: ResultIDs
    let size: Int
    private let query: ObjectFetch
    private let context: NSManagedObjectContext
    private var bindings = BindingCache()
    /// The batch that was read last; its rows stay in the row cache as long as somebody holds them.
    private var current: Batch?

    private struct Batch {
        let number: Int
        /// As they were read: held so that the row cache keeps them, or what saves and merges put in their place.
        let rows: [NSManagedObjectID: Row]
        /// Objects that have been asked for.
        var asked: Set<NSManagedObjectID> = []
    }

    init(_ ids: ResultIDs, _ query: ObjectFetch, size: Int, context: NSManagedObjectContext) {
        self.ids = ids
        self.query = query
        self.size = size
        self.context = context
    }

    func range(of number: Int) -> Range<Int> { number * size..<min((number + 1) * size, ids.count) }

    func load(_ number: Int) throws {
        guard current?.number != number else { return }
        let ids = ids.ids(range(of: number))
        current = Batch(number: number, rows: try context.onQueue().rows(ofBatch: ids, query))
    }

    func object(at index: Int) -> NSManagedObject {
        // Whoever reads the object's properties meets the error again.
        try? load(index / size)
        let id = ids[index]
        let object = context.registerFault(id)
        if !query.request.returnsObjectsAsFaults, object.slots.isFault, let row = newestRow(of: id) {
            object.fill(with: row)
        }
        return object
    }

    /// The newest row that is known of an object; nil when it is gone, or its batch was not read.
    private func newestRow(of id: NSManagedObjectID) -> Row? {
        guard current?.rows[id] != nil else { return nil }
        // The first time, the row is as young as its batch, and that was read for this.
        let isFirst = current?.asked.insert(id).inserted ?? false
        return try? context.source?.row(for: id, maximumAge: isFirst ? -1 : context.stalenessInterval)
    }
}
