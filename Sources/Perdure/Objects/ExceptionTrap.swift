// SPDX-License-Identifier: Apache-2.0
// How APIs that cannot throw get a twin that does: what would stop the process is remembered instead while
// a throwing caller waits for it.

import Foundation
import PerdurePredicates

/// Collects, per thread, the first error of calls that cannot throw.
enum ExceptionTrap {
    /// Runs a body whose calls would stop the process on errors, and throws the first one instead.
    static func catching<T>(_ body: () throws -> T) throws -> T {
        let state = ThreadState.current
        let outer = state.waiting
        state.waiting = .some(nil)
        defer { state.waiting = outer }
        let result = try body()
        if let error = state.waiting ?? nil { throw error }
        return result
    }

    /// Whether a throwing caller waits for the errors of this thread.
    static var isAwaited: Bool { ThreadState.current.waiting != nil }

    /// Reports an error to the throwing caller, if there is one; else stops the process with its text.
    static func raise(_ error: any Error) {
        let state = ThreadState.current
        guard let waiting = state.waiting else { stop(error) }
        if waiting == nil { state.waiting = .some(error) }
    }

    private static func stop(_ error: any Error) -> Never {
        if let exception = error as? CoreDataException { exception.stop() }
        CoreDataException(name: .genericException, reason: "\(error)").stop()
    }
}

private final class ThreadState {
    /// nil: nobody waits; nil inside: no error yet.
    var waiting: (any Error)??

    // The value of a key is this class's own, retained instance; the destructor releases it with its thread.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<ThreadState>.fromOpaque(pointer).release() }
        }
        return key
    }()

    static var current: ThreadState {
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<ThreadState>.fromOpaque(pointer).takeUnretainedValue()
        }
        let fresh = ThreadState()
        pthread_setspecific(key, Unmanaged.passRetained(fresh).toOpaque())
        return fresh
    }
}
