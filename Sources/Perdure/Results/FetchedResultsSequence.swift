// SPDX-License-Identifier: Apache-2.0
// The states of a fetched list for `for await`: each reader has a box with the newest one, and is woken when it is
// filled. Values go through the box, which is a lock, because the thread sanitizer does not see other ways.

import Foundation
import PerdurePredicates

/// A state of a fetched list, and what is different from the state that the reader had before.
public struct FetchedResultsUpdate: Hashable, Sendable {
    /// The list as it is.
    public let snapshot: FetchedResultsSnapshot
    /// What is different; in the first state all is new.
    public let difference: FetchedResultsDifference
}

/// The states of a fetched list, from the one at the moment at which the sequence was asked for.
///
/// At most one state waits: who reads slowly gets the newest one, with all differences from the one it had. A save that
/// gives objects their permanent IDs is a state with another list and no difference. It ends when the reading task is
/// cancelled, or when the list goes. It is for one reader.
public struct FetchedResultsSequence: AsyncSequence, Sendable {
    fileprivate let box: SnapshotBox
    fileprivate let signals: AsyncStream<Void>

    /// Gives the states one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let box: SnapshotBox
        fileprivate var signals: AsyncStream<Void>.Iterator
        fileprivate var last: FetchedResultsSnapshot?

        /// The next state; nil at the end.
        public mutating func next() async -> FetchedResultsUpdate? { await next(isolation: nil) }

        /// The next state; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> FetchedResultsUpdate? {
            while await signals.next(isolation: actor) != nil {
                guard let snapshot = box.take() else { continue }
                let difference = snapshot.difference(from: last ?? .empty)
                if difference.isEmpty, let last, snapshot.hasSameList(as: last) { continue }
                last = snapshot
                return FetchedResultsUpdate(snapshot: snapshot, difference: difference)
            }
            return nil
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(box: box, signals: signals.makeAsyncIterator(), last: nil)
    }
}

/// The newest state for one reader.
final class SnapshotBox: Sendable {
    private let content = Lock<(newest: FetchedResultsSnapshot?, reloaded: Set<NSManagedObjectID>)>((nil, []))
    private let signal: AsyncStream<Void>.Continuation

    init(_ signal: AsyncStream<Void>.Continuation) { self.signal = signal }

    /// Takes the place of the state that was not read; what was reloaded since the last reading stays so.
    func put(_ snapshot: FetchedResultsSnapshot) {
        content.withLock {
            $0.newest = snapshot
            $0.reloaded.formUnion(snapshot.reloadedItemIdentifiers)
        }
        signal.yield()
    }

    func take() -> FetchedResultsSnapshot? {
        content.withLock { content in
            defer { content = (nil, []) }
            // An object may have been saved since it was marked.
            let reloaded = Set(content.reloaded.map { $0.settled ?? $0 }).union(content.reloaded)
            return content.newest?.reloading(reloaded)
        }
    }

    func finish() { signal.finish() }
}

/// The readers of one list; they come on its queue and may go on any thread.
final class SnapshotReaders: Sendable {
    private struct State {
        var boxes: [Int: SnapshotBox] = [:]
        var lastNumber = 0
        var whenEmpty: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    var hasReaders: Bool { state.withLock { !$0.boxes.isEmpty } }

    /// Adds a reader, whose first state is the present one.
    func add(_ now: FetchedResultsSnapshot) -> FetchedResultsSequence {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let box = SnapshotBox(signal)
        let number = state.withLock { state in
            state.lastNumber += 1
            state.boxes[state.lastNumber] = box
            return state.lastNumber
        }
        signal.onTermination = { [weak self] _ in self?.remove(number) }
        box.put(now)
        return FetchedResultsSequence(box: box, signals: signals)
    }

    /// Calls something when the last reader has gone.
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
        for box in state.withLock({ Array($0.boxes.values) }) { box.put(snapshot) }
    }

    /// Ends all sequences.
    func finish() {
        // Not under the lock, because a reader takes itself out.
        for box in state.withLock({ Array($0.boxes.values) }) { box.finish() }
    }
}

extension NSManagedObjectContext {
    /// The states of the list of objects that a request finds, from the present one on.
    ///
    /// ```swift
    /// for await update in try context.snapshots(of: request) {
    ///     print(update.snapshot.itemIdentifiers, update.difference.items)
    /// }
    /// ```
    ///
    /// The list is kept up to date as that of a fetched results controller; each state costs a look at each object's ID.
    /// The sequence ends with the reading task or with the context, which it does not keep. To be asked for on the
    /// context's queue; the sequence may be read anywhere.
    ///
    /// - Parameters:
    ///   - request: what to list: managed objects in an order.
    ///   - sectionNameKeyPath: what names the sections; nil for none.
    /// - Returns: the sequence, for one reader.
    /// - Throws: what `NSFetchedResultsController.performFetch()` throws.
    public final func snapshots<Object: NSFetchRequestResult>(
        of request: NSFetchRequest<Object>, sectionNameKeyPath: String? = nil
    ) throws -> FetchedResultsSequence {
        let tracker = ResultTracker(self)
        try tracker.fetch(request, sectionNameKeyPath.map(SectionKey.init), cacheName: nil)
        listeners.add(tracker, isKept: true)
        let leaving = LeavingTracker(self, tracker)
        tracker.readers.whenEmpty { leaving.leave() }
        return tracker.readers.add(tracker.snapshot())
    }
}

/// Takes a tracker out of its context, on the context's queue, where the objects of its list may go.
private final class LeavingTracker: @unchecked Sendable {
    // Sendable because nothing in it changes but by the runtime, and the tracker is used on the context's queue only.
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
