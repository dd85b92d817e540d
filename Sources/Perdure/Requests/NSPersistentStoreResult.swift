// SPDX-License-Identifier: Apache-2.0
// The results of requests that a context executes: NSManagedObjectContext.execute(_:). NSAsynchronousFetchResult.swift has the
// result of a fetch.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// The result of a request that a store executed.
open class NSPersistentStoreResult: NSObject {}

/// The result of a request that may still be under way.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executed the request.
    public let managedObjectContext: NSManagedObjectContext

    /// The progress of the request; nil when no progress was current at execution.
    ///
    /// It is a child of the progress that was current.
    ///
    /// Cancelling the progress, or its parent, cancels the request.
    ///
    /// ## Compatibility
    /// The total unit count is the estimated number of results. All units complete at the end.
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

    /// Why there are no results; nil while the request is under way, and when the request succeeded.
    ///
    /// A cancelled request has `CocoaError.userCancelled`.
    open var operationError: (any Error)? { failure.withLock { $0 } }

    /// Cancels the request from any thread; does nothing when the results are there.
    ///
    /// A running statement is interrupted. The completion block is still called, with an error.
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
