// SPDX-License-Identifier: Apache-2.0
// The states of a fetched list for `for await`. Each reader has a box with the newest state, and a signal wakes the reader when
// the box is filled. The values go through the lock of the box, because the thread sanitizer recognizes no other way.

import Foundation
import Perdure
import PerdureBase
import PerdureModel

/// A state of a fetched list, and the changes since the state that the reader had before.
public struct FetchedResultsUpdate: Hashable, Sendable {
    /// The current list.
    public let snapshot: FetchedResultsSnapshot
    /// The changes; in the first state every object is an insertion.
    public let difference: FetchedResultsDifference
}

/// The states of a fetched list, beginning with the state at the call that made the sequence.
///
/// At most one state waits. A slow reader gets the newest state with all changes since its last one. A save that gives objects
/// their permanent IDs is a state with another list and no changes. The sequence ends when the reading task is cancelled or
/// when the list is released. The sequence is for one reader.
public struct FetchedResultsSequence: AsyncSequence, Sendable {
    fileprivate let box: FetchedSnapshotMailbox
    fileprivate let signals: AsyncStream<Void>

    /// Returns the states one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let box: FetchedSnapshotMailbox
        fileprivate var signals: AsyncStream<Void>.Iterator
        fileprivate var last: FetchedResultsSnapshot?

        /// The next state; nil at the end.
        public mutating func next() async -> FetchedResultsUpdate? { await next(isolation: nil) }

        /// The next state; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FetchedResultsUpdate? {
            while await signals.next(isolation: actor) != nil {
                guard let snapshot = box.takeUnread() else { continue }
                let difference = snapshot.difference(from: last ?? .empty)
                if difference.isEmpty, let last, snapshot.hasSameList(as: last) { continue }
                last = snapshot
                return FetchedResultsUpdate(snapshot: snapshot, difference: difference)
            }
            return nil
        }
    }

    /// Makes the iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(box: box, signals: signals.makeAsyncIterator(), last: nil)
    }
}

/// The newest state for one reader.
final class FetchedSnapshotMailbox: Sendable {
    private let content = Lock<(newest: FetchedResultsSnapshot?, reloaded: Set<NSManagedObjectID>)>((nil, []))
    private let signal: AsyncStream<Void>.Continuation

    init(_ signal: AsyncStream<Void>.Continuation) { self.signal = signal }

    /// Replaces the unread state.
    ///
    /// Objects that were reloaded since the last reading stay marked as reloaded.
    func replace(_ snapshot: FetchedResultsSnapshot) {
        content.withLock {
            $0.newest = snapshot
            $0.reloaded.formUnion(snapshot.reloadedItemIdentifiers)
        }
        signal.yield()
    }

    func takeUnread() -> FetchedResultsSnapshot? {
        content.withLock { content in
            defer { content = (nil, []) }
            // An object may have been saved, and got a permanent ID, since it was marked.
            let reloaded = Set(content.reloaded.map { $0.permanentSuccessor ?? $0 }).union(content.reloaded)
            return content.newest?.reloading(reloaded)
        }
    }

    func finish() { signal.finish() }
}

/// The readers of one list; they are added on the list's queue and may be removed on any thread.
final class FetchedSnapshotReaders: Sendable {
    private struct State {
        var boxes: [Int: FetchedSnapshotMailbox] = [:]
        var lastNumber = 0
        var whenEmpty: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    var hasReaders: Bool { state.withLock { !$0.boxes.isEmpty } }

    /// Adds a reader; its first state is the current one.
    func add(_ now: FetchedResultsSnapshot) -> FetchedResultsSequence {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let box = FetchedSnapshotMailbox(signal)
        let number = state.withLock { state in
            state.lastNumber += 1
            state.boxes[state.lastNumber] = box
            return state.lastNumber
        }
        signal.onTermination = { [weak self] _ in self?.remove(number) }
        box.replace(now)
        return FetchedResultsSequence(box: box, signals: signals)
    }

    /// Sets an action that is called when the last reader is removed.
    func whenEmpty(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.whenEmpty = action } }

    private func remove(_ number: Int) {
        let (removed, action) = state.withLock { state in
            let removed = state.boxes.removeValue(forKey: number)
            return (removed, removed != nil && state.boxes.isEmpty ? state.whenEmpty : nil)
        }
        withExtendedLifetime(removed) {}
        action?()
    }

    func tell(_ snapshot: FetchedResultsSnapshot) {
        for box in state.withLock({ Array($0.boxes.values) }) { box.replace(snapshot) }
    }

    /// Ends all sequences.
    func finish() {
        // This is not under the lock, because each reader removes itself.
        for box in state.withLock({ Array($0.boxes.values) }) { box.finish() }
    }
}

extension NSManagedObjectContext {
    /// The states of the list of objects that a request finds, beginning with the current state.
    ///
    /// ```swift
    /// for await update in try context.snapshots(of: request) {
    ///     print(update.snapshot.itemIdentifiers, update.difference.items)
    /// }
    /// ```
    ///
    /// The list is kept up to date like that of a fetched results controller. Each state costs a look at the ID of each object.
    /// The sequence ends with the reading task or with the context, which the sequence does not retain. Call this method on the
    /// context's queue. The sequence may be read anywhere.
    ///
    /// - Parameters:
    ///   - request: the request for the list, for managed objects and with sort descriptors.
    ///   - sectionNameKeyPath: the key path of the section name; nil for no sections.
    /// - Returns: the sequence, for one reader.
    /// - Throws: the errors of `NSFetchedResultsController.performFetch()`.
    public final func snapshots<Object: NSFetchRequestResult>(
        of request: NSFetchRequest<Object>, sectionNameKeyPath: String? = nil
    ) throws -> FetchedResultsSequence {
        let tracker = ResultTracker(self)
        try tracker.fetch(request, sectionNameKeyPath.map(SectionKey.init), cacheName: nil)
        listeners.add(tracker, isKept: true)
        let leaving = TrackerRemoval(self, tracker)
        tracker.readers.whenEmpty { leaving.leave() }
        return tracker.readers.add(tracker.snapshot())
    }
}

/// Removes a tracker from its context, on the context's queue, where the objects of its list may be released.
private final class TrackerRemoval: @unchecked Sendable {
    // Sendable because only the runtime changes the weak references, and the tracker is used on the context's queue only.
    private weak var context: NSManagedObjectContext?
    private weak var tracker: ResultTracker?

    init(_ context: NSManagedObjectContext, _ tracker: ResultTracker) {
        self.context = context
        self.tracker = tracker
    }

    func leave() {
        context?.queue.enqueue { [self] in
            if let tracker { context?.listeners.remove(tracker) }
        }
    }
}
