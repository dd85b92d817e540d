// SPDX-License-Identifier: Apache-2.0
// The source objects of one entity mapping, in batches, so that a migration never has all of them in memory.

import Perdure
import PerdureModel

/// A list of source objects.
enum SourceObjects {
    case batches(FetchedBatches<NSManagedObject>)
    case objects([NSManagedObject])

    private static let batch = 1_000

    /// The list of a request's results.
    static func fetched(_ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext) throws
        -> SourceObjects
    {
        request.fetchBatchSize = batch
        request.returnsObjectsAsFaults = false
        return .batches(try context.fetchBatches(request))
    }

    var count: Int {
        switch self {
        case .batches(let list): list.count
        case .objects(let list): list.count
        }
    }

    /// Calls a function for each object.
    func forEach(_ body: (NSManagedObject) throws -> Void) throws {
        switch self {
        case .objects(let list): try list.forEach(body)
        case .batches(let list):
            for number in 0..<list.batchCount { try list.batch(at: number).forEach(body) }
        }
    }
}
