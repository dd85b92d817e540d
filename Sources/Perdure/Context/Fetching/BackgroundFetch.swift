// SPDX-License-Identifier: Apache-2.0
// A fetch in three parts: the context notes its unsaved changes, any thread reads, and the context makes the objects.
// NSAsynchronousFetchResult.swift says when each part runs.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// A fetch that is read off the context's queue.
struct BackgroundFetch: @unchecked Sendable {
    // Sendable because `read` uses only `reading`, `source`, and the query's cancellation and result type. `reading`
    // holds IDs in place of objects and is not shared. Sources may be called on any queue.

    /// The request as the program made it.
    fileprivate let query: ObjectFetch
    /// The request for the source, widened to replace the objects that unsaved changes take out.
    fileprivate let reading: ObjectFetch
    private let source: any RowSource
    fileprivate let readsObjects: Bool
    /// The context's number of saves when the fetch was asked for.
    fileprivate let saves: Int

    fileprivate init(_ query: ObjectFetch, _ context: NSManagedObjectContext) throws {
        var query = query
        // A count needs no order.
        if query.request.resultType == .countResultType { query.request.sortDescriptors = nil }
        let pending = try context.unsavedChangesOverlay(query)
        source = try context.connectedReader()
        saves = context.savesDone
        self.query = query
        let type = query.request.resultType
        readsObjects = type != .dictionaryResultType && (type != .countResultType || pending != nil)
        reading = ((readsObjects ? pending?.widened : nil) ?? query).detached
    }

    /// The result of the read.
    enum Reading: Sendable {
        case objects(FetchedObjects)
        // The values of rows, made for this fetch alone.
        case dictionaries(UncheckedTransfer<[[String: Any]]>)
        case count(Int)
    }

    /// Runs the request on the source; on any thread.
    ///
    /// - Throws: what the source reports; 3072 when the fetch was cancelled.
    func read() throws -> Reading {
        try ErrorTranslation.translating { try query.cancellation?.check() }
        if readsObjects { return .objects(try source.fetchObjects(reading)) }
        if query.request.resultType == .countResultType { return .count(try source.count(reading)) }
        return .dictionaries(UncheckedTransfer(value: try source.fetchDictionaries(reading)))
    }
}

/// A value that its maker hands over and no longer uses.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    // Sendable because the maker of the wrapper does not use the value any more.
    let value: Value
}

extension ObjectFetch {
    /// The fetch without objects of a context, and without parts that the program may change meanwhile.
    fileprivate var detached: ObjectFetch {
        mapConstants { $0.withID }
    }
}

extension NSManagedObjectContext {
    /// Prepares a fetch that any thread can read; on the context's queue.
    ///
    /// - Parameters:
    ///   - request: a fetch request.
    ///   - cancellation: cancels the fetch.
    /// - Returns: the fetch, ready to be read on any thread.
    /// - Throws: `CoreDataException` without an entity or a coordinator.
    final func backgroundFetch(_ request: AnyFetchRequest, _ cancellation: Cancellation) throws
        -> BackgroundFetch
    {
        var query = try query(request)
        query.cancellation = cancellation
        return try BackgroundFetch(query, self)
    }

    /// The results of a fetch that was read ahead; on the context's queue.
    ///
    /// The unsaved changes of this moment count. The fetch runs once more if the context has saved meanwhile, or has
    /// more changes than the read left room for.
    final func results<T: NSFetchRequestResult>(_ ahead: BackgroundFetch, _ reading: BackgroundFetch.Reading)
        throws
        -> [T]
    {
        switch reading {
        case .dictionaries(let dictionaries): return try results(dictionaries.value)
        case .count(let count):
            let isCurrent = try ahead.saves == savesDone && unsavedChangesOverlay(ahead.query) == nil
            return try results(isCurrent ? count : self.count(ahead.query))
        case .objects(let found):
            let objects = try objects(ahead, found)
            return ahead.query.request.resultType == .countResultType
                ? try results(objects.count) : try results(objects, ahead.query)
        }
    }

    private func objects(_ ahead: BackgroundFetch, _ found: FetchedObjects) throws -> [NSManagedObject] {
        guard ahead.saves == savesDone else { return try objects(ahead.query) }
        let pending = try unsavedChangesOverlay(ahead.query)
        guard pending != nil || ahead.isWidened else { return try register(found, ahead.query) }
        let changes = pending ?? UnsavedChangesOverlay(ahead.query, changed: [])
        guard ahead.hasRoom(for: changes.widened) else { return try objects(ahead.query) }
        return try ExceptionTrap.catching { try changes.overlaid(on: register(found, ahead.query)) }
    }
}

extension BackgroundFetch {
    fileprivate var isWidened: Bool {
        reading.fetchLimit != query.fetchLimit || reading.fetchOffset != query.fetchOffset
    }

    /// Whether the read covers all rows of another page.
    fileprivate func hasRoom(for wide: ObjectFetch) -> Bool {
        guard reading.fetchOffset == 0 else { return false }
        return reading.fetchLimit == 0 || wide.fetchLimit > 0 && wide.fetchLimit <= reading.fetchLimit
    }
}
