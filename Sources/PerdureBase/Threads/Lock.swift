// SPDX-License-Identifier: Apache-2.0
// The lock with which all modules guard shared state. It lives here because this is the lowest module that shares any.

import Foundation

/// A value behind a lock.
///
/// It replaces `Synchronization.Mutex`: the thread sanitizer does not see that mutex wait on Linux, and would report each
/// guarded value as a race. Copies share the value. The lock is not recursive. Use an `NSLock` for state that lies elsewhere: a
/// `Lock<Void>` has no memory for its value, so the sanitizer takes the value's address for the block's.
@usableFromInline
package struct Lock<Value>: @unchecked Sendable {
    // All of this file is usable from inline code: unspecialised generic calls from other modules cost ten times as much.
    // Sendable because only `withLock` reaches the value, on one thread at a time.

    @usableFromInline
    package let buffer: ManagedBuffer<Value, pthread_mutex_t>

    /// Makes a lock.
    ///
    /// - Parameter value: the guarded value.
    @inlinable
    package init(_ value: Value) {
        buffer = LockBuffer<Value>.make(value)
    }

    /// Runs a body with exclusive access to the value; other threads wait.
    ///
    /// - Parameter body: uses the value; it must keep no pointer to it.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    @inlinable
    @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The pointers lead into the buffer, which `self` keeps until the end of this call.
        let (value, mutex) = buffer.withUnsafeMutablePointers { ($0, $1) }
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            withExtendedLifetime(buffer) {}
        }
        return try body(&value.pointee)
    }
}

/// One block of memory for value and mutex: a mutex must not move.
@usableFromInline
package final class LockBuffer<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    @inlinable
    package static func make(_ value: Value) -> ManagedBuffer<Value, pthread_mutex_t> {
        let buffer = create(minimumCapacity: 1) { _ in value }
        // The buffer has room for one element; the pointer is not kept.
        _ = buffer.withUnsafeMutablePointerToElements { pthread_mutex_init($0, nil) }
        return buffer
    }

    @inlinable
    deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
}
