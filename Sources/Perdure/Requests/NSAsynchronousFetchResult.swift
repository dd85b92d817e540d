// SPDX-License-Identifier: Apache-2.0
// The result of a fetch that a context executes. BackgroundFetch.swift has the three parts of an asynchronous fetch.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// The results of a fetch request, or the state of a fetch that is still under way.
///
/// ## Compatibility
/// `NSManagedObjectContext.execute(_:)` returns this class for an `NSFetchRequest` too, with all results.
open class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>: NSPersistentStoreAsynchronousResult {
    /// The request that made this result.
    public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    private let results = Lock<[ResultType]?>(nil)

    init(
        _ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext,
        _ cancellation: Cancellation, _ progress: Progress?
    ) {
        fetchRequest = request
        super.init(context, cancellation, progress)
    }

    /// The result of a fetch that is complete.
    convenience init(
        _ found: [ResultType], of request: NSFetchRequest<ResultType>, _ context: NSManagedObjectContext
    ) {
        self.init(NSAsynchronousFetchRequest(fetchRequest: request), context, Cancellation(), nil)
        results.withLock { $0 = found }
    }

    /// The same result with another type of objects.
    convenience init(
        _ other: NSAsynchronousFetchResult<any NSFetchRequestResult>, of request: NSFetchRequest<ResultType>
    ) {
        let context = other.managedObjectContext
        self.init(
            NSAsynchronousFetchRequest(fetchRequest: request), context, other.cancellation, other.progress)
        let found: [ResultType]? = other.finalResult.flatMap { try? context.cast($0.map { $0 as AnyObject }) }
        results.withLock { $0 = found }
        end(other.operationError)
    }

    /// The results in the request's order; nil while the fetch is under way, and when the fetch failed or was cancelled.
    open var finalResult: [ResultType]? { results.withLock { $0 } }

    /// Reads the stores on another thread, then continues with the results on the context's queue.
    func read(_ ahead: BackgroundFetch, then completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?) {
        // The reading thread does not access the result. Only the context's queue uses it from here on.
        let mine = UncheckedTransfer(value: (result: self, completion: completion))
        let context = managedObjectContext
        DispatchQueue.global().async {
            let reading = Result { try ahead.read() }
            context.perform {
                mine.value.result.finish(ahead, reading)
                mine.value.completion?(mine.value.result)
            }
        }
    }

    private func finish(_ ahead: BackgroundFetch, _ reading: Result<BackgroundFetch.Reading, any Error>) {
        do {
            let reading = try reading.get()
            // A cancelled progress calls its handler on another thread, some time later. Its flag is therefore tested here.
            if progress?.isCancelled == true { cancellation.cancel() }
            try ErrorTranslation.translating { try cancellation.check() }
            let found: [ResultType] = try managedObjectContext.results(ahead, reading)
            results.withLock { $0 = found }
            end(nil)
        } catch {
            end(error)
        }
    }
}
