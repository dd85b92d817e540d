// SPDX-License-Identifier: Apache-2.0
// The results of requests that a context executes: NSManagedObjectContext.execute(_:). That of a fetch is
// NSAsynchronousFetchResult.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// The result of a request that a store executed.
open class NSPersistentStoreResult: NSObject {}

/// The result of a request that may still be under way.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executed the request.
    public let managedObjectContext: NSManagedObjectContext

    /// Tells how far the request is, if a progress was current when it was executed: it is a part of that progress then.
    ///
    /// Cancelling it, or the one that it is a part of, calls the request off.
    ///
    /// ## Compatibility
    /// It counts as many units as the request estimates results, all of them at the end.
    public let progress: Progress?

    let cancellation: Cancellation
    private let failure = Lock<(any Error)?>(nil)

    init(_ context: NSManagedObjectContext, _ cancellation: Cancellation, _ progress: Progress?) {
        managedObjectContext = context
        self.cancellation = cancellation
        self.progress = progress
        super.init()
        progress?.cancellationHandler = { cancellation.cancel() }
    }

    /// Why there are no results; nil while the request is under way, and when there are.
    ///
    /// What was called off has `CocoaError.userCancelled`.
    open var operationError: (any Error)? { failure.withLock { $0 } }

    /// Calls the request off, from any thread; does nothing when its results are there.
    ///
    /// A statement that is running is interrupted. The completion block is called nevertheless, with an error.
    open func cancel() {
        cancellation.cancel()
        progress?.cancel()
    }

    /// Ends the request.
    func end(_ error: (any Error)?) {
        failure.withLock { $0 = error }
        progress?.cancellationHandler = nil
        if let progress, error == nil { progress.completedUnitCount = progress.totalUnitCount }
    }
}
