// SPDX-License-Identifier: Apache-2.0
// fetchBatchSize for arrays: the objects are faults without rows. The first fault of a batch that fires reads the rows
// of the whole batch; NSManagedObjectContext+Batches.swift looks for its batch here.

/// The batches of one result whose rows have not been read yet.
///
/// It holds no object. The context drops it after its last batch, and when none of its objects is alive.
final class UnreadBatches {
    /// The request.
    ///
    /// A batch also reads its prefetched relationships, and gives its objects values if the request says so.
    let query: ObjectFetch
    private let size: Int
    /// The IDs of each batch; empty once the batch was read.
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

    /// Whether the rows of all batches were read.
    var isDone: Bool { rest == 0 }

    /// The number of an object's batch; nil when the batch was read, and for objects of no batch.
    func number(of id: NSManagedObjectID) -> Int? {
        guard let number = numbers[id], !batches[Int(number)].isEmpty else { return nil }
        return Int(number)
    }

    /// The IDs of an unread batch.
    subscript(number: Int) -> [NSManagedObjectID] { batches[number] }

    /// Notes that a batch has been read.
    func finish(_ number: Int) {
        guard !batches[number].isEmpty else { return }
        batches[number] = []
        rest -= 1
    }

    /// Whether any living object of an unread batch is still a fault.
    func isNeeded(in identities: IdentityMap) -> Bool {
        !isDone && batches.contains { $0.contains { identities[$0]?.slots.isFault ?? false } }
    }
}
