// SPDX-License-Identifier: Apache-2.0
// A fetch that does not keep its context's queue while stores are read. What comes of it: NSAsynchronousFetchResult.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// Called on the context's queue when an asynchronous fetch is done.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
    NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void

/// A fetch whose stores are read beside the context's work.
///
/// ```swift
/// let request = NSAsynchronousFetchRequest(fetchRequest: films) { result in
///     show(result.finalResult ?? [])
/// }
/// try context.execute(request)
/// ```
///
/// `execute(_:)` returns at once. The stores are read on another thread; the completion block runs on the context's queue,
/// as a block of `perform` would, and sees the context's unsaved changes as they are then. The context lives at least
/// until the block has run.
open class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
    /// What is looked for.
    public let fetchRequest: NSFetchRequest<ResultType>

    /// How many results are expected: the number of units of the result's progress.
    open var estimatedResultCount = 0

    let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    var cancellation = Cancellation()

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - request: What to look for.
    ///   - blk: Called once on the context's queue when there are results, or an error.
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        fetchRequest = request
        completion = blk
        super.init()
    }

    /// The block that was given to `init`, for results of any type.
    ///
    /// ## Compatibility
    /// Called with a result of another type of objects, it gets none of them.
    open var completionBlock: NSPersistentStoreAsynchronousFetchResultCompletionBlock? {
        guard let completion else { return nil }
        return { [fetchRequest] result in
            completion(NSAsynchronousFetchResult(result, of: fetchRequest))
        }
    }

    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    override var fetch: AnyFetchRequest? { fetchRequest.fetch }

    override func result(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        guard context.queue.isSerial else { throw ContextErrors.fetchingWithoutQueue }
        // The same request may be executed again.
        let cancellation = self.cancellation
        self.cancellation = Cancellation()
        let ahead = try context.fetchAhead(fetchRequest, cancellation)
        let progress = Progress.current().map { _ in
            Progress(totalUnitCount: Int64(max(1, estimatedResultCount)))
        }
        let result = NSAsynchronousFetchResult(self, context, cancellation, progress)
        result.read(ahead, then: completion)
        return result
    }

    /// Makes an equal request that changes independently of this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        // A copy of a fetch request is one; subclasses keep their type.
        let request = fetchRequest.copy() as? NSFetchRequest<ResultType> ?? fetchRequest
        let copy = NSAsynchronousFetchRequest(fetchRequest: request, completionBlock: completion)
        copy.estimatedResultCount = estimatedResultCount
        copy.affectedStores = affectedStores
        return copy
    }
}
