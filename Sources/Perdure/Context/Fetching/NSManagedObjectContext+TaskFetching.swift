// SPDX-License-Identifier: Apache-2.0
// Asynchronous fetches for tasks: NSAsynchronousFetchRequest (Requests/) with async and await.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Fetches without blocking the context's queue while stores are read; suspends the caller until the fetch is done.
    ///
    /// ```swift
    /// let titles = try await context.perform(fetching: request) { films in films.map(\.title) }
    /// ```
    ///
    /// Cancelling the task interrupts the running statement; the block is not called then.
    ///
    /// - Parameters:
    ///   - request: what to look for.
    ///   - block: gets the results on the context's queue; its own result must be Sendable, which managed objects are not.
    /// - Returns: what the block returns.
    /// - Throws: `CancellationError` when the task is cancelled; what fetching reports; what the block throws.
    public func perform<ResultType: NSFetchRequestResult, T: Sendable>(
        fetching request: sending NSFetchRequest<ResultType>,
        _ block: @escaping @Sendable ([ResultType]) throws -> T
    ) async throws -> T {
        let cancellation = Cancellation()
        let request = UncheckedTransfer(value: request)
        let result: Result<T, any Error> = await withTaskCancellationHandler {
            await AwaitedResult().wait { finish in
                perform {
                    let fetch = NSAsynchronousFetchRequest(fetchRequest: request.value) { result in
                        finish(Result { try block(result.get()) })
                    }
                    fetch.cancellation = cancellation
                    do { try self.execute(fetch) } catch { finish(.failure(error)) }
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }
}

extension NSAsynchronousFetchResult {
    /// The results of a finished fetch.
    fileprivate func get() throws -> [ResultType] {
        if let finalResult { return finalResult }
        throw cancellation.isCancelled ? CancellationError() : operationError ?? CancellationError()
    }
}
