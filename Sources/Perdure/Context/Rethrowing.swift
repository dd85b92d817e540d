// SPDX-License-Identifier: Apache-2.0
// How a function that hands its block to a queue can be `rethrows`, as Apple's are: the error comes back in a
// Result, and the compiler lets a rethrowing function throw only through a call that takes the block.

/// The outcome of a block that ran elsewhere.
///
/// - Parameters:
///   - result: what the block gave.
///   - block: the block; not called, it tells the compiler whether an error is possible.
///   - rescue: throws an error: always `{ throw $0 }`.
/// - Returns: the block's value.
/// - Throws: the block's error.
func outcome<T>(
    _ result: Result<T, any Error>, of block: () throws -> T, rescue: (any Error) throws -> T
) rethrows -> T {
    switch result {
    case .success(let value): value
    case .failure(let error): try rescue(error)
    }
}
