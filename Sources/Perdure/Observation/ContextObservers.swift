// SPDX-License-Identifier: Apache-2.0
// The listeners of a context: observers of hasChanges, and readers of the sequences of its changes.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import Synchronization

/// The listeners of one context.
final class ContextObservers: Sendable {
    private let state = Lock(State())
    /// The number of readers; a notification without readers costs only one look at it.
    private let readerCount = Atomic(0)

    private struct State {
        var registrations: [ContextRegistration] = []
        var changes: [Int: AsyncStream<ContextChange>.Continuation] = [:]
        var saves: [Int: AsyncStream<ContextSave>.Continuation] = [:]
        var lastNumber = 0
    }

    var hasReaders: Bool { readerCount.load(ordering: .relaxed) > 0 }
    var registrations: [ContextRegistration] { state.withLock { $0.registrations } }

    func add(_ registration: ContextRegistration) {
        state.withLock { $0.registrations.append(registration) }
    }

    func remove(_ registration: ContextRegistration) {
        // The registrations are released after the lock, because a handler's deinit may run any code.
        let removed = state.withLock { state in
            let removed = state.registrations.filter { $0 === registration }
            state.registrations.removeAll { $0 === registration }
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    func readChanges() -> ContextSequence<ContextChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: ContextChange.self)
        let number = add { $0.changes[$1] = continuation }
        continuation.onTermination = { [weak self] _ in
            self?.removeReader { $0.changes.removeValue(forKey: number) != nil }
        }
        return ContextSequence(stream: stream)
    }

    func readSaves() -> ContextSequence<ContextSave> {
        let (stream, continuation) = AsyncStream.makeStream(of: ContextSave.self)
        let number = add { $0.saves[$1] = continuation }
        continuation.onTermination = { [weak self] _ in
            self?.removeReader { $0.saves.removeValue(forKey: number) != nil }
        }
        return ContextSequence(stream: stream)
    }

    private func add(_ reader: (inout State, Int) -> Void) -> Int {
        readerCount.add(1, ordering: .relaxed)
        return state.withLock { state in
            state.lastNumber += 1
            reader(&state, state.lastNumber)
            return state.lastNumber
        }
    }

    private func removeReader(_ remove: (inout State) -> Bool) {
        if state.withLock({ remove(&$0) }) { readerCount.subtract(1, ordering: .relaxed) }
    }

    func tell(_ change: ContextChange) {
        for reader in state.withLock({ Array($0.changes.values) }) { reader.yield(change) }
    }

    func tell(_ save: ContextSave) {
        for reader in state.withLock({ Array($0.saves.values) }) { reader.yield(save) }
    }

    /// Ends all sequences.
    func finish() {
        let (changes, saves) = state.withLock { (Array($0.changes.values), Array($0.saves.values)) }
        // Not under the lock, because a reader that finishes removes itself under the lock.
        for reader in changes { reader.finish() }
        for reader in saves { reader.finish() }
    }
}

/// The registration of one observer of a context.
final class ContextRegistration: Cancellable, @unchecked Sendable {
    // Sendable because `hasEnded` is atomic, and the receiver is used on the context's queue.

    let options: NSKeyValueObservingOptions
    let receiver: any ChangeReceiver
    private let observers: ContextObservers
    private let hasEnded = Atomic(false)

    init(
        _ observers: ContextObservers, _ options: NSKeyValueObservingOptions, _ receiver: any ChangeReceiver
    ) {
        self.observers = observers
        self.options = options
        self.receiver = receiver
        observers.add(self)
    }

    func cancel() {
        if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { observers.remove(self) }
    }

    func tell(_ change: KeyChange, of context: NSManagedObjectContext) {
        if !hasEnded.load(ordering: .acquiring) { receiver.receive(change, of: context) }
    }
}
