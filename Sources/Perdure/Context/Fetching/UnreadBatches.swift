// SPDX-License-Identifier: Apache-2.0
// fetchBatchSize for arrays: the objects are faults without rows. The first fault of a batch that fires reads the rows
// of the whole batch; NSManagedObjectContext+Batches.swift looks for its batch here.

import PerdureStore

/// The batches of one result whose rows have not been read yet.
///
/// It holds no object. The context drops it after its last batch, and when none of its objects is alive.
final class UnreadBatches {
    /// The IDs of the result.
    let ids: ResultIDs
    /// The request.
    ///
    /// A batch also reads its prefetched relationships, and gives its objects values if the request says so.
    let query: ObjectFetch
    private let size: Int
    /// Whether each batch was read.
    private var isRead: [Bool]
    private var rest: Int
    /// The index after the object that fired last: programs mostly read a list in its order.
    private var next = 0
    /// The index of each object; made when a program leaves the order.
    private lazy var indexes = StoredPlace.indexes(of: ids)

    init(_ ids: ResultIDs, _ query: ObjectFetch) {
        self.ids = ids
        self.query = query
        size = query.batchSize
        rest = ids.batchCount(size)
        isRead = Array(repeating: false, count: rest)
    }

    /// Whether the rows of all batches were read.
    var isDone: Bool { rest == 0 }

    /// The index of an object; nil when its batch was read, and for objects of no batch.
    func unreadIndex(of object: NSManagedObject) -> Int? {
        guard object.number > 0, let namespace = object.namespace else { return nil }
        guard let index = index(of: object.key, namespace) else { return nil }
        next = index + 1
        return isRead[index / size] ? nil : index
    }

    private func index(of key: ObjectKey, _ namespace: ObjectIDNamespace) -> Int? {
        if next < ids.count, ids.key(at: next) == key, ids.namespace(at: next) === namespace { return next }
        // Objects that lead away from the list's own are of another hierarchy, mostly: they need no table.
        if let only = ids.onlyNamespace, only !== namespace || ids.key(at: 0).root != key.root { return nil }
        return indexes[StoredPlace(key, namespace)].map { Int($0) }
    }

    /// The indexes of the batch that an index belongs to.
    func batch(around index: Int) -> Range<Int> { ids.batch(index / size, size) }

    /// Notes that a batch has been read.
    func finish(_ batch: Range<Int>) {
        let number = batch.lowerBound / size
        guard !isRead[number] else { return }
        isRead[number] = true
        rest -= 1
    }

    /// Whether any living object of an unread batch is still a fault.
    func isNeeded(in identities: IdentityMap) -> Bool {
        !isDone
            && (0..<ids.count).contains { index in
                !isRead[index / size]
                    && identities.object(at: index, of: ids)?.slots.isFault ?? false
            }
    }
}

/// The key of an object among those of several stores.
private struct StoredPlace: Hashable {
    private let key: ObjectKey
    private let namespace: ObjectIdentifier

    init(_ key: ObjectKey, _ namespace: ObjectIDNamespace) {
        self.key = key
        self.namespace = ObjectIdentifier(namespace)
    }

    /// The index of each saved object of a list.
    static func indexes(of ids: ResultIDs) -> [StoredPlace: Int32] {
        var indexes: [StoredPlace: Int32] = [:]
        indexes.reserveCapacity(ids.count)
        for index in 0..<ids.count where ids.key(at: index).number > 0 {
            indexes[StoredPlace(ids.key(at: index), ids.namespace(at: index))] = Int32(
                truncatingIfNeeded: index)
        }
        return indexes
    }
}

extension IdentityMap {
    /// The registered object at an index of a list that was saved when the list was made.
    func object(at index: Int, of ids: ResultIDs) -> NSManagedObject? {
        let key = ids.key(at: index)
        return key.number > 0 ? self[key, ids.namespace(at: index)] : nil
    }
}
