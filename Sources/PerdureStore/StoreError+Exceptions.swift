// SPDX-License-Identifier: Apache-2.0
// What the predicate language raises, as the error of a store.

import PerdurePredicates

/// Turns what the evaluator raises into the error of a store.
///
/// - Parameter body: What evaluates, or checks what will be evaluated.
/// - Returns: What the body gives.
/// - Throws: `StoreError.unsupported` with the exception's words; other errors as they are.
package func withStoreErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let exception as CoreDataException {
        throw StoreError.unsupported(UnsupportedRequest(exception.reason))
    }
}
