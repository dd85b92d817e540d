// SPDX-License-Identifier: Apache-2.0
// fetchBatchSize for arrays: the objects are there as faults without rows, and the first of a batch that fires reads the
// rows of the whole batch. NSManagedObjectContext+Batches.swift looks here when a fault fires.

import PerdureStore

/// The batches of one result whose rows were not read yet.
///
/// Holds no object. The context drops it after its last batch, and when none of its objects is alive any more.
final class UnreadBatches {
    /// Batches of a result read along these relationships, and give their objects values if the request says so.
    let query: ObjectFetch
    private let size: Int
    /// By batch; empty when it was read.
    private var batches: [[NSManagedObjectID]]
    private var rest: Int
    private var numbers: [NSManagedObjectID: Int32] = [:]

    init(_ objects: [NSManagedObject], _ query: ObjectFetch) {
        self.query = query
        size = query.batchSize
        batches = stride(from: 0, to: objects.count, by: query.batchSize).map { start in
            objects[start..<min(start + query.batchSize, objects.count)].map(\.objectID)
        }
        rest = batches.count
        numbers.reserveCapacity(objects.count)
        for (number, ids) in batches.enumerated() {
            for id in ids { numbers[id] = Int32(truncatingIfNeeded: number) }
        }
    }

    /// Whether all rows were read.
    var isDone: Bool { rest == 0 }

    /// The number of an object's batch; nil when it was read already, or holds no such object.
    func number(of id: NSManagedObjectID) -> Int? {
        guard let number = numbers[id], !batches[Int(number)].isEmpty else { return nil }
        return Int(number)
    }

    /// The objects of a batch that was not read yet.
    subscript(number: Int) -> [NSManagedObjectID] { batches[number] }

    /// Notes that a batch has been read.
    func finish(_ number: Int) {
        guard !batches[number].isEmpty else { return }
        batches[number] = []
        rest -= 1
    }

    /// Whether an object is left that may fire.
    func isNeeded(in identities: IdentityMap) -> Bool {
        !isDone && batches.contains { $0.contains { identities[$0]?.slots.isFault ?? false } }
    }
}
