// SPDX-License-Identifier: Apache-2.0
// Who inside the house hears of commits of other writers to a store. RemoteChanges.swift is the same for programs, own commits
// included.

import Dispatch
import Foundation
import PerdureBase

/// The listeners to commits of others, and the timer that looks for such commits while there are any.
final class OtherCommits: Sendable {
    private struct State: @unchecked Sendable {
        // Sendable because a lock guards it.
        var listeners: [@Sendable () -> Void] = []
        var timer: CommitTimer?
    }

    private let state = Lock(State())

    /// Adds a listener, which is called on any thread.
    func add(_ store: EngineStore, _ listener: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.listeners.append(listener)
            if state.timer == nil { state.timer = CommitTimer(store, DispatchQueue(label: "OtherCommits")) }
        }
    }

    func tell() { for listener in state.withLock({ $0.listeners }) { listener() } }

    /// Stops looking, for good.
    func stop() { state.withLock { $0.timer }?.stop() }
}

/// Looks for commits of others ten times a second.
final class CommitTimer: @unchecked Sendable {
    // Sendable because nothing changes after init.
    private let timer: any DispatchSourceTimer

    private static let interval = DispatchTimeInterval.milliseconds(100)

    init(_ store: EngineStore, _ queue: DispatchQueue) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
        // An error of the store is ignored here. Contexts that read the store get the error.
        timer.setEventHandler { [weak store] in try? store?.engine.checkForCommits() }
        timer.resume()
    }

    deinit { stop() }

    func stop() { timer.cancel() }
}

extension NSPersistentStoreCoordinator {
    /// Calls a block, on any thread, after others have committed to one of the stores that are open now.
    ///
    /// Costs a look at each store ten times a second.
    package final func followOtherCommits(_ told: @escaping @Sendable () -> Void) {
        for case let store as EngineStore in persistentStores { store.others.add(store, told) }
    }
}
