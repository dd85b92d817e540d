// SPDX-License-Identifier: Apache-2.0
// What comes of a fetch that a context executes. The three parts of an asynchronous one are in Context/FetchAhead.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// What a fetch request found, or will have found.
///
/// ## Compatibility
/// `NSManagedObjectContext.execute(_:)` gives it for an `NSFetchRequest` too, with all results.
open class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>: NSPersistentStoreAsynchronousResult {
    /// The request that is, or was, under way.
    public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    private let results = Lock<[ResultType]?>(nil)

    init(
        _ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext,
        _ cancellation: Cancellation, _ progress: Progress?
    ) {
        fetchRequest = request
        super.init(context, cancellation, progress)
    }

    /// The result of a fetch that is done.
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

    /// The results in the request's order; nil while the fetch is under way, and when it failed or was called off.
    open var finalResult: [ResultType]? { results.withLock { $0 } }

    /// Reads on another thread, and goes on with the results on the context's queue.
    func read(_ ahead: FetchAhead, then completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?) {
        // The reading thread does not look at it; from then on it is the context's queue that has it.
        let mine = Uncheckedly(value: (result: self, completion: completion))
        let context = managedObjectContext
        DispatchQueue.global().async {
            let reading = Result { try ahead.read() }
            context.perform {
                mine.value.result.take(ahead, reading)
                mine.value.completion?(mine.value.result)
            }
        }
    }

    private func take(_ ahead: FetchAhead, _ reading: Result<FetchAhead.Reading, any Error>) {
        do {
            let reading = try reading.get()
            // A progress that was cancelled says so on another thread, some time later.
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
