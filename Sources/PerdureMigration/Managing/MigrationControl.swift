// SPDX-License-Identifier: Apache-2.0
// What other threads may ask and tell a running migration: its progress, and that it shall end.

import PerdureBase
import Synchronization

/// The state of a manager that any thread may use.
final class MigrationControl: Sendable {
    private let state = Lock(State())
    /// Whether there is a cancellation, to be asked after each object.
    private let isCancelled = Atomic<Bool>(false)

    private struct State {
        var progress: Float = 1
        var isRunning = false
        var cancellation: (any Error)?
    }

    var progress: Float { state.withLock { $0.progress } }

    /// Starts a migration.
    ///
    /// - Throws: `CoreDataException` when one runs already.
    func begin() throws {
        try state.withLock { state in
            guard !state.isRunning else {
                throw CoreDataException.internalInconsistency(
                    "This migration manager is migrating a store. Use another one meanwhile.")
            }
            // A cancellation before the start ends this migration too.
            state = State(progress: 0, isRunning: true, cancellation: state.cancellation)
        }
    }

    func end() {
        state.withLock { $0 = State() }
        isCancelled.store(false, ordering: .relaxed)
    }

    /// Notes how much is done; the progress never sinks.
    func advance(to progress: Double) {
        state.withLock { $0.progress = max($0.progress, min(Float(progress), 1)) }
    }

    func cancel(_ error: any Error) {
        state.withLock { $0.cancellation = $0.cancellation ?? error }
        isCancelled.store(true, ordering: .releasing)
    }

    var cancellation: (any Error)? { state.withLock { $0.cancellation } }

    /// Ends the migration if somebody has asked for it.
    ///
    /// - Throws: the error that was given.
    func check() throws {
        guard isCancelled.load(ordering: .acquiring), let error = cancellation else { return }
        throw error
    }
}
