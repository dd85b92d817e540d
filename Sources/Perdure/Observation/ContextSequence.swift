// SPDX-License-Identifier: Apache-2.0
// The events of a context for `for await`: values with object IDs, which may leave the context's queue.
// NSManagedObjectContext+Sequences.swift makes them.

/// The changes of a context in one event: the content of `didChangeObjectsNotification`, by IDs.
///
/// An inserted object has its temporary ID until it is saved.
public struct ContextChange: Hashable, Sendable {
    /// The objects that were inserted.
    public let inserted: Set<NSManagedObjectID>
    /// The objects that changed.
    public let updated: Set<NSManagedObjectID>
    /// The objects that were deleted.
    public let deleted: Set<NSManagedObjectID>
    /// The objects that were refreshed without becoming dirty.
    public let refreshed: Set<NSManagedObjectID>
    /// All objects of a context that was reset.
    public let invalidatedAll: Set<NSManagedObjectID>
}

/// The objects that a save of a context wrote: the content of `didSaveObjectIDsNotification`.
public struct ContextSave: Hashable, Sendable {
    /// The objects that were inserted, by their permanent IDs.
    public let inserted: Set<NSManagedObjectID>
    /// The objects that were updated.
    public let updated: Set<NSManagedObjectID>
    /// The objects that were deleted.
    public let deleted: Set<NSManagedObjectID>
    /// The objects that were not written, but whose derived attributes the store computed anew.
    public let refreshed: Set<NSManagedObjectID>
}

/// The events of a context from the moment at which a program asked for the sequence.
///
/// The sequence ends when the context is freed or the reading task is cancelled; it does not keep the context alive.
/// Elements wait until they are read. None is dropped, because its change would be lost. The sequence is for one reader;
/// ask the context for another one.
public struct ContextSequence<Element: Sendable>: AsyncSequence, Sendable {
    fileprivate let stream: AsyncStream<Element>

    init(stream: AsyncStream<Element>) { self.stream = stream }

    /// Gives the elements one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Element>.Iterator

        /// The next element; nil at the end.
        public mutating func next() async -> Element? { await base.next() }

        /// The next element; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await base.next(isolation: actor)
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
}
