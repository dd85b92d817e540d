// SPDX-License-Identifier: Apache-2.0
// Turns the exceptions of the predicate language into errors of a store.

import PerdureBase

/// Runs a body, and turns an exception of the predicate evaluator into a store error.
///
/// - Parameter body: Evaluates a predicate, or checks one.
/// - Returns: The body's result.
/// - Throws: `StoreError.unsupported` with the exception's words; other errors as they are.
package func withStoreErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let exception as CoreDataException {
        throw StoreError.unsupported(UnsupportedRequest(exception.reason))
    }
}
