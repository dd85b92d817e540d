// SPDX-License-Identifier: Apache-2.0
// A pointer of which each thread has its own. What it points to is its user's matter.

import Foundation

/// One pointer per thread, nil at first.
///
/// Each instance takes one of the process's keys for good (POSIX allows at least 128), so instances are static constants.
package struct ThreadLocal: Sendable {
    @usableFromInline let key: pthread_key_t

    /// Takes a key.
    ///
    /// - Parameter atEnd: frees what a thread's pointer points to; called when a thread ends whose pointer is not nil.
    package init(atEnd: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, atEnd)
        guard status == 0 else {
            fatalError("the process has no key for thread-local memory left (error \(status))")
        }
        self.key = key
    }

    /// The calling thread's pointer.
    @inlinable
    package var pointer: UnsafeMutableRawPointer? {
        @inline(__always) get { pthread_getspecific(key) }
        nonmutating set { pthread_setspecific(key, newValue) }
    }
}
