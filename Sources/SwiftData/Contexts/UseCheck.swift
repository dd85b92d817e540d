// SPDX-License-Identifier: Apache-2.0
// Catches a context that two threads use at once, in debug builds: the compiler does not see models that were smuggled past it.

import Foundation
import Perdure
import PerdureBase
import Synchronization

/// The thread that is using a context.
final class UseCheck: Sendable {
    #if DEBUG
    private let user = Atomic<UInt>(0)
    #endif

    /// Does something with the context; stops the process where another thread is at it.
    @inline(__always)
    func using<Result>(_ body: () throws -> Result) rethrows -> Result {
        #if DEBUG
        let own = Self.thread
        let (isFirst, present) = user.compareExchange(
            expected: 0, desired: own, ordering: .acquiringAndReleasing)
        if !isFirst, present != own { Self.stop() }
        defer { if isFirst { user.store(0, ordering: .releasing) } }
        #endif
        return try body()
    }

    /// A change of a model; stops the process where another thread is using the context.
    @inline(__always)
    func noteChange() {
        #if DEBUG
        let present = user.load(ordering: .acquiring)
        if present != 0, present != Self.thread { Self.stop() }
        #endif
    }

    #if DEBUG
    private static var thread: UInt { UInt(pthread_self()) }

    private static func stop() -> Never {
        CoreDataException.internalInconsistency(
            "Two threads use one ModelContext, or its models, at the same time. Use each context in one isolation: "
                + "give other threads contexts of their own or a ModelActor, and pass persistentModelIDs."
        ).stop()
    }
    #endif
}
