// SPDX-License-Identifier: Apache-2.0
// Lets a function that hands its block to a queue be `rethrows`, as Apple's functions are. The error comes back in a
// Result. The compiler lets a rethrowing function throw only through a call that takes the block.

/// The outcome of a block that ran elsewhere.
///
/// - Parameters:
///   - result: the block's result.
///   - block: the block; it is not called, but tells the compiler whether an error is possible.
///   - rescue: throws an error; always `{ throw $0 }`.
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
