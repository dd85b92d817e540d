// SPDX-License-Identifier: Apache-2.0
// A value that one thread at a time may use: what all modules guard shared state with. Here, because this is the lowest
// module that shares any.

import Foundation

/// A value behind a lock.
///
/// In place of `Synchronization.Mutex`, whose waiting the thread sanitizer does not see on Linux: it would report each
/// guarded value as a race. Copies share the value. Must not be entered again from inside. To guard what lies elsewhere
/// take an `NSLock`: a lock of nothing has no place of its own, which the sanitizer takes for that of its block.
@usableFromInline
package struct Lock<Value>: @unchecked Sendable {
    // Usable from inline, as all of this file: or other modules would call it by the generic way, which costs ten times as
    // much. Sendable because the value is reached through `withLock` only, where one thread at a time is.

    @usableFromInline
    package let buffer: ManagedBuffer<Value, pthread_mutex_t>

    /// Makes a lock.
    ///
    /// - Parameter value: what it guards.
    @inlinable
    package init(_ value: Value) {
        buffer = LockBuffer<Value>.make(value)
    }

    /// Runs a body that alone may use the value; other threads wait.
    ///
    /// - Parameter body: what to do; it keeps no pointer to the value.
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
        // Room for one element was asked for; the pointer is not kept.
        _ = buffer.withUnsafeMutablePointerToElements { pthread_mutex_init($0, nil) }
        return buffer
    }

    @inlinable
    deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
}
