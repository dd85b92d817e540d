// SPDX-License-Identifier: Apache-2.0
// The results of requests that a context executes: NSManagedObjectContext.execute(_:).

import Foundation

/// The result of a request that a store executed.
open class NSPersistentStoreResult: NSObject {}

/// The result of a request for the objects of a context.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executed the request.
    public let managedObjectContext: NSManagedObjectContext

    init(_ context: NSManagedObjectContext) {
        managedObjectContext = context
        super.init()
    }
}

/// What a fetch request found.
///
/// ## Compatibility
/// `NSManagedObjectContext.execute(_:)` gives it for an `NSFetchRequest`, with the request's type of results.
open class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>: NSPersistentStoreAsynchronousResult {
    /// The results in the request's order.
    public let finalResult: [ResultType]?

    init(_ results: [ResultType], _ context: NSManagedObjectContext) {
        finalResult = results
        super.init(context)
    }
}
