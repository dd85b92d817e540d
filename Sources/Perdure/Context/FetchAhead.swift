// SPDX-License-Identifier: Apache-2.0
// A fetch in three parts: what the context knows when it is asked, reading on any thread, and what the context makes of
// it. NSAsynchronousFetchResult.swift says when each of them runs.

import Foundation
import PerdurePredicates
import PerdureStore

/// A fetch that is read off the context's queue.
struct FetchAhead: @unchecked Sendable {
    // Sendable because `read` uses `reading` and the source only: the former mentions IDs in the place of objects and is
    // nobody else's, sources take calls from any queue.

    /// The request as it was asked.
    fileprivate let query: ObjectFetch
    /// The request for the source, with room for what unsaved changes will take out.
    fileprivate let reading: ObjectFetch
    private let source: any RowSource
    fileprivate let readsObjects: Bool
    /// How often the context had saved when it was asked.
    fileprivate let saves: Int

    fileprivate init(_ query: ObjectFetch, _ context: NSManagedObjectContext) throws {
        var query = query
        // A number has no order.
        if query.request.resultType == .countResultType { query.request.sortDescriptors = nil }
        let pending = try context.pendingMatches(query)
        source = try context.connectedSource()
        saves = context.savesDone
        self.query = query
        let type = query.request.resultType
        readsObjects = type != .dictionaryResultType && (type != .countResultType || pending != nil)
        reading = ((readsObjects ? pending?.widened : nil) ?? query).detached
    }

    /// What was read.
    enum Reading: Sendable {
        case objects(FetchedObjects)
        // Values of rows, made for this fetch.
        case dictionaries(Uncheckedly<[[String: Any]]>)
        case count(Int)
    }

    /// Reads what the request is about, on any thread.
    ///
    /// - Throws: what the source reports; 3072 when the fetch was called off.
    func read() throws -> Reading {
        try ErrorTranslation.translating { try query.cancellation?.check() }
        if readsObjects { return .objects(try source.fetchObjects(reading)) }
        if query.request.resultType == .countResultType { return .count(try source.count(reading)) }
        return .dictionaries(Uncheckedly(value: try source.fetchDictionaries(reading)))
    }
}

/// A value that somebody gives away: whoever gets it is alone with it.
struct Uncheckedly<Value>: @unchecked Sendable {
    // Sendable because those who make one do not use the value any more.
    let value: Value
}

extension ObjectFetch {
    /// The fetch without objects of a context in it, and without what the program may change meanwhile.
    fileprivate var detached: ObjectFetch {
        var fetch = self
        if let node = predicate?.node {
            let withIDs = node.mapConstants { constant in
                constant.objectID.map { .object(ConstantObject($0)) } ?? constant
            }
            fetch.predicate = NSPredicate.predicate(of: withIDs)
        }
        fetch.request.havingPredicate = request.havingPredicate.map { NSPredicate.predicate(of: $0.node) }
        fetch.request.propertiesToFetch = request.propertiesToFetch?.map(AnyFetchRequest.independent)
        fetch.request.propertiesToGroupBy = request.propertiesToGroupBy?.map(AnyFetchRequest.independent)
        return fetch
    }
}

extension NSManagedObjectContext {
    /// Takes a fetch apart; on the context's queue.
    ///
    /// - Parameters:
    ///   - request: a fetch request.
    ///   - cancellation: what ends it early.
    /// - Returns: what can be read anywhere.
    /// - Throws: `CoreDataException` without an entity or a coordinator.
    final func fetchAhead(_ request: NSPersistentStoreRequest, _ cancellation: Cancellation) throws
        -> FetchAhead
    {
        var query = try query(request)
        query.cancellation = cancellation
        return try FetchAhead(query, self)
    }

    /// The results of what was read ahead; on the context's queue.
    ///
    /// Unsaved changes count as they are now. Where what was read cannot tell any more, because the context has saved or
    /// has more changes than there was room for, the fetch runs once more.
    final func results<T: NSFetchRequestResult>(_ ahead: FetchAhead, _ reading: FetchAhead.Reading) throws
        -> [T]
    {
        switch reading {
        case .dictionaries(let dictionaries): return try results(dictionaries.value)
        case .count(let count):
            let isCurrent = try ahead.saves == savesDone && pendingMatches(ahead.query) == nil
            return try results(isCurrent ? count : self.count(ahead.query))
        case .objects(let found):
            let objects = try objects(ahead, found)
            return ahead.query.request.resultType == .countResultType
                ? try results(objects.count) : try results(objects, ahead.query)
        }
    }

    private func objects(_ ahead: FetchAhead, _ found: FetchedObjects) throws -> [NSManagedObject] {
        guard ahead.saves == savesDone else { return try objects(ahead.query) }
        let pending = try pendingMatches(ahead.query)
        guard pending != nil || ahead.isWidened else { return try register(found, ahead.query) }
        let changes = pending ?? PendingMatches(ahead.query, changed: [])
        guard ahead.hasRoom(for: changes.widened) else { return try objects(ahead.query) }
        return try ExceptionTrap.catching { try changes.merged(into: register(found, ahead.query)) }
    }
}

extension FetchAhead {
    fileprivate var isWidened: Bool {
        reading.fetchLimit != query.fetchLimit || reading.fetchOffset != query.fetchOffset
    }

    /// Whether all was read that another page would have had.
    fileprivate func hasRoom(for wide: ObjectFetch) -> Bool {
        guard reading.fetchOffset == 0 else { return false }
        return reading.fetchLimit == 0 || wide.fetchLimit > 0 && wide.fetchLimit <= reading.fetchLimit
    }
}
