// SPDX-License-Identifier: Apache-2.0
// A fetch that does not occupy its context's queue while stores are read. Its result is NSAsynchronousFetchResult.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// Called on the context's queue when an asynchronous fetch is done.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
    NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void

/// A fetch whose stores are read on another thread, while the context's queue can do other work.
///
/// ```swift
/// let request = NSAsynchronousFetchRequest(fetchRequest: films) { result in
///     show(result.finalResult ?? [])
/// }
/// try context.execute(request)
/// ```
///
/// `execute(_:)` returns at once. The stores are read on another thread. The completion block runs on the context's queue, as a
/// block of `perform` does. The block sees the context's unsaved changes at that time. The context lives at least until the
/// block has run.
open class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest,
    ContextRequest, FetchingRequest
{
    /// The fetch to run.
    public let fetchRequest: NSFetchRequest<ResultType>

    /// How many results are expected: the number of units of the result's progress.
    open var estimatedResultCount = 0

    let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    var cancellation = Cancellation()

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - request: What to look for.
    ///   - blk: Called once on the context's queue, with results or an error.
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
    /// When the block gets a result of another type of objects, it gets an empty result.
    open var completionBlock: NSPersistentStoreAsynchronousFetchResultCompletionBlock? {
        guard let completion else { return nil }
        return { [fetchRequest] result in
            completion(NSAsynchronousFetchResult(result, of: fetchRequest))
        }
    }

    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    package final var fetchValues: AnyFetchRequest { fetchRequest.fetchValues }

    package final func result(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        guard context.queue.isSerial else { throw ContextErrors.fetchingWithoutQueue }
        // The request may be executed again, so each execution has a cancellation of its own.
        let cancellation = self.cancellation
        self.cancellation = Cancellation()
        let ahead = try context.backgroundFetch(fetchRequest.fetchValues, cancellation)
        let progress = Progress.current().map { _ in
            Progress(totalUnitCount: Int64(max(1, estimatedResultCount)))
        }
        let result = NSAsynchronousFetchResult(self, context, cancellation, progress)
        result.read(ahead, then: completion)
        return result
    }

    /// Makes an equal request that changes independently of this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        // The copy of a fetch request is a fetch request; subclasses keep their type.
        let request = fetchRequest.copy() as? NSFetchRequest<ResultType> ?? fetchRequest
        let copy = NSAsynchronousFetchRequest(fetchRequest: request, completionBlock: completion)
        copy.estimatedResultCount = estimatedResultCount
        copy.affectedStores = affectedStores
        return copy
    }
}
