// SPDX-License-Identifier: Apache-2.0
// Gives non-throwing APIs a throwing twin. While a throwing caller waits, an error that would stop the process is
// remembered for this caller.

import Foundation

/// Collects, per thread, the first error of calls that cannot throw.
package enum ExceptionTrap {
    /// Runs a body whose calls would stop the process on errors, and throws the first one instead.
    package static func catching<T>(_ body: () throws -> T) throws -> T {
        let state = ThreadState.current
        let outer = state.waiting
        state.waiting = .some(nil)
        defer { state.waiting = outer }
        let result = try body()
        if let error = state.waiting ?? nil { throw error }
        return result
    }

    /// Whether a throwing caller waits for the errors of this thread.
    package static var isAwaited: Bool { ThreadState.current.waiting != nil }

    /// Reports an error to the throwing caller, if there is one; else stops the process with its text.
    package static func raise(_ error: any Error) {
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
    /// nil while no caller waits; nil inside while there is no error.
    var waiting: (any Error)??

    // The thread's value is an instance that this class retained. It is released when the thread ends.
    private static let local = ThreadLocal { pointer in
        if let pointer { Unmanaged<ThreadState>.fromOpaque(pointer).release() }
    }

    static var current: ThreadState {
        if let pointer = local.pointer {
            return Unmanaged<ThreadState>.fromOpaque(pointer).takeUnretainedValue()
        }
        let fresh = ThreadState()
        local.pointer = Unmanaged.passRetained(fresh).toOpaque()
        return fresh
    }
}
