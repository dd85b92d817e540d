// SPDX-License-Identifier: Apache-2.0
// Fetches: the source's result, corrected by the context's own unsaved changes (UnsavedChangesOverlay.swift).

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObjectContext {
    /// Runs a fetch request.
    ///
    /// Costs one access to each affected store. Unsaved changes count unless the request says otherwise.
    ///
    /// - Parameter request: what to look for, and the form of the result.
    /// - Returns: the results, in the request's order.
    /// - Throws: `CoreDataException` for a request that cannot run; what the stores report.
    public func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
        let query = try onQueue().query(request.fetchValues)
        switch query.request.resultType {
        case .managedObjectIDResultType: return try cast(ids(query).all)
        case .dictionaryResultType: return try results(connectedSource().fetchDictionaries(query))
        case .countResultType: return try results(count(query))
        default: return try results(objects(query), query)
        }
    }

    /// Runs a fetch request of any type of results.
    ///
    /// Costs one access to each affected store. Unsaved changes count unless the request says otherwise.
    ///
    /// - Parameter request: what to look for, and the form of the result.
    /// - Returns: the results, in the request's order.
    /// - Throws: `CoreDataException` for a request that cannot run; what the stores report.
    public func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
        let results: [any NSFetchRequestResult] = try fetch(request)
        return results
    }

    /// The number of a fetch request's matches, within its limit and offset; makes no objects.
    ///
    /// - Parameter request: what to look for; its result type does not matter.
    /// - Returns: the number of matches.
    /// - Throws: `CoreDataException` for a request that cannot run; what the stores report.
    public func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
        try onQueue().count(query(request.fetchValues))
    }

    /// Runs a request of any kind.
    ///
    /// Costs as much as the request; a fetch request runs as by `fetch(_:)`.
    ///
    /// - Parameter request: what to ask of the stores.
    /// - Returns: an `NSAsynchronousFetchResult` for a fetch request, the result of its own class for a batch request, and
    ///   an empty result for a save request.
    /// - Throws: 134091 for a kind of request that the stores do not know; what the stores report.
    @discardableResult
    public func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        let context = onQueue()
        if let request = request as? any ContextRequest { return try request.result(in: context) }
        let result = try context.connectedCoordinator().execute(request, with: context)
        // The coordinator answers a save request with an empty list.
        return result as? NSPersistentStoreResult ?? NSPersistentStoreResult()
    }

    final func connectedSource() throws -> any RowSource {
        try connectedReader().asked(by: self)
    }

    /// The source for a thread that is not on the context's queue.
    final func connectedReader() throws -> any RowSource {
        guard let connection, connection.coordinator != nil else { throw ContextErrors.noCoordinator }
        return connection
    }

    /// The request with its entity.
    package final func query(_ values: AnyFetchRequest) throws -> ObjectFetch {
        let entity = try values.resolvedEntity(in: connectedModel())
        let isForObjects = values.resultType == .managedObjectResultType
        // An object can be refreshed only from a row that the fetch has read.
        let isBatched = isForObjects && values.fetchBatchSize > 0 && !values.shouldRefreshRefetchedObjects
        let wantsRows =
            isForObjects && !isBatched && (values.includesPropertyValues || !values.returnsObjectsAsFaults)
        var fetch = ObjectFetch(
            request: values, entity: entity, predicate: try values.predicate?.fetchingConstants(),
            wantsRows: wantsRows, fetchLimit: values.fetchLimit, fetchOffset: values.fetchOffset)
        try fetch.checkCombination()
        guard isForObjects else { return fetch }
        if let paths = values.relationshipKeyPathsForPrefetching, !paths.isEmpty {
            fetch.prefetch = try PrefetchTree(paths, from: entity)
        }
        if isBatched { fetch.batchSize = values.fetchBatchSize }
        fetch.isPartial = wantsRows && values.wantsPart
        return fetch
    }

    private func connectedModel() throws -> NSManagedObjectModel {
        try connectedCoordinator().managedObjectModel
    }

    final func connectedCoordinator() throws -> NSPersistentStoreCoordinator {
        guard let coordinator = persistentStoreCoordinator else { throw ContextErrors.noCoordinator }
        return coordinator
    }

    final func unsavedChangesOverlay(_ query: ObjectFetch) throws -> UnsavedChangesOverlay? {
        guard query.request.includesPendingChanges, hasChanges || !deletionQueue.isEmpty else { return nil }
        if phase == .idle { _ = try ExceptionTrap.catching { endEvent() } }
        let pending = UnsavedChangesOverlay(query, changed: journal.dirtyObjects)
        return pending.isEmpty ? nil : pending
    }

    package final func count(_ query: ObjectFetch) throws -> Int {
        if try unsavedChangesOverlay(query) != nil {
            var query = query
            query.request.sortDescriptors = nil
            return try ids(query).count
        }
        return try connectedSource().count(query)
    }

    // MARK: Results

    /// Objects in the form that the request asks for.
    final func results<T: NSFetchRequestResult>(_ objects: [NSManagedObject], _ query: ObjectFetch) throws
        -> [T]
    {
        if query.request.resultType == .managedObjectIDResultType {
            return try cast(objects.map(\.objectID))
        }
        return try cast(prefetched(objects, query))
    }

    final func results<T: NSFetchRequestResult>(_ dictionaries: [[String: Any]]) throws -> [T] {
        try cast(dictionaries.map { NSDictionary(dictionary: $0) })
    }

    final func results<T: NSFetchRequestResult>(_ count: Int) throws -> [T] {
        try cast([NSNumber(value: count)])
    }

    private func prefetched(_ objects: [NSManagedObject], _ query: ObjectFetch) throws -> [NSManagedObject] {
        if let tree = query.prefetch, query.batchSize == 0 {
            try ExceptionTrap.catching { try prefetch(tree, of: objects, query.request) }
        }
        return objects
    }

    package final func objects(_ query: ObjectFetch) throws -> [NSManagedObject] {
        guard let pending = try unsavedChangesOverlay(query) else {
            return try registered(query, query)
        }
        return try objects(query, pending)
    }

    /// The objects of a fetch, with unsaved changes merged in.
    package final func objects(_ query: ObjectFetch, _ pending: UnsavedChangesOverlay) throws
        -> [NSManagedObject]
    {
        try ExceptionTrap.catching { try pending.overlaid(on: registered(pending.widened, query)) }
    }

    final func register(_ found: FetchedObjects, _ query: ObjectFetch) throws -> [NSManagedObject] {
        let objects =
            switch found {
            case .rows(let rows, let namespace) where !hasParent: register(rows, namespace, query)
            case .keys(let keys, let namespace) where !hasParent: register(keys, namespace)
            default: register(found.list, query.request)
            }
        tellRegistered()
        if query.batchSize > 0 { registerBatches(of: found.ids, query) }
        return objects
    }

    private func register(_ rows: [Row], _ namespace: ObjectIDNamespace, _ query: ObjectFetch)
        -> [NSManagedObject]
    {
        var registry = FaultRegistry(namespace, self, room: rows.count)
        return rows.map { row in
            let object = registry.object(row.key)
            if query.fillsObjects {
                freshen(object, row, query.request)
                registry.lookUpAgain()
            }
            return object
        }
    }

    private func register(_ keys: [ObjectKey], _ namespace: ObjectIDNamespace) -> [NSManagedObject] {
        var registry = FaultRegistry(namespace, self, room: keys.count)
        return keys.map { registry.object($0) }
    }

    private func register(_ found: [FetchedObject], _ request: AnyFetchRequest) -> [NSManagedObject] {
        var bindings = BindingCache()
        return found.map { result in
            let object = registerFault(result.id, &bindings)
            if let row = result.row { freshen(object, row, request) }
            if let partial = result.partial { object.adopt(partial) }
            return object
        }
    }

    /// Fills a fault, or refreshes a clean object, if the request asks for it.
    private func freshen(_ object: NSManagedObject, _ row: Row, _ request: AnyFetchRequest) {
        if object.slots.isFault {
            if !request.returnsObjectsAsFaults { object.fill(with: row) }
        } else if request.shouldRefreshRefetchedObjects, !object.hasChanges, object.snapshot !== row {
            object.withoutTracking { object.turnIntoFault() }
            object.fill(with: row)
            note(object, .refreshed)
        }
    }

    /// The results as the request's type.
    final func cast<T: NSFetchRequestResult>(_ results: [some AnyObject]) throws -> [T] {
        if T.self == (any NSFetchRequestResult).self {
            // T is the marker protocol itself. An existential of a class-bound protocol without requirements is one
            // pointer; a reference to an object is one pointer too.
            return unsafeBitCast(results, to: [T].self)
        }
        try requireClass(T.self, of: results)
        // Every result is a T. A T is one pointer; a reference to an object is one pointer too.
        return unsafeBitCast(results, to: [T].self)
    }

    /// Checks the class of each result; a cast of the array would make a new array.
    private func requireClass<T>(_ type: T.Type, of results: [some AnyObject]) throws {
        var known: AnyClass?
        for result in results {
            let found: AnyClass = Swift.type(of: result)
            if found == known { continue }
            guard found is T.Type else { throw ContextErrors.wrongResult(found, T.self) }
            known = found
        }
    }
}
