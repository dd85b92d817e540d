// SPDX-License-Identifier: Apache-2.0
// A parent context as the source of its children's rows: what it has in memory counts as stored. Rows are made in
// ParentSource+Rows.swift, what a child saves is applied by ParentSave.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// The rows of a parent context.
///
/// Every question is answered on the parent's queue while the child waits, so that the child's objects may be read
/// there. The tables belong to the child's queue.
final class ParentSource: RowSource {
    let parent: NSManagedObjectContext
    /// The child's.
    private let queue: ContextQueue
    /// The IDs of unsaved objects that rows mention by their numbers.
    var temporaryIDs: [Int64: NSManagedObjectID] = [:]
    /// The stores that rows of unsaved objects refer to, by the objects' numbers: their own IDs do not tell.
    var origins: [Int64: ObjectIDOrigin] = [:]

    init(_ parent: NSManagedObjectContext, of child: NSManagedObjectContext) {
        self.parent = parent
        queue = child.queue
    }

    var coordinator: NSPersistentStoreCoordinator? { parent.persistentStoreCoordinator }
    var followers: Followers { parent.followers }

    /// Runs a body on the parent's queue; what would stop the process there is thrown here.
    func ask<T>(_ body: () throws -> T) throws -> T {
        try parent.queue.run(asking: queue) {
            parent.isRead = true
            return try ExceptionTrap.catching(body)
        }
    }

    // MARK: Fetches

    func fetchObjects(_ request: ObjectFetch) throws -> FetchedObjects {
        // A child that leaves its rows for later need not have them made.
        let needsRows = request.fillsObjects
        return try ask {
            let found = try parent.found(translated(request))
            return .list(
                try found.list.map { found in
                    let id = found.id.settled ?? found.id
                    guard needsRows else { return FetchedObject(id: id, row: nil) }
                    return FetchedObject(id: id, row: try row(of: id, found.row))
                })
        }
    }

    func count(_ request: ObjectFetch) throws -> Int { try ask { try parent.count(translated(request)) } }

    func fetchDictionaries(_ request: ObjectFetch) throws -> [[String: Any]] {
        try ask { try parent.connectedSource().fetchDictionaries(translated(request)) }
    }

    /// The request with the parent's objects in the place of the child's.
    private func translated(_ request: ObjectFetch) -> ObjectFetch {
        var request = request
        request.request.includesPendingChanges = true
        // Batches are the child's.
        (request.batchSize, request.prefetch, request.isPartial) = (0, nil, false)
        guard let node = request.predicate?.node else { return request }
        var mentionsObjects = false
        let translated = node.mapConstants { constant in
            guard let object = counterpart(constant) else { return constant }
            mentionsObjects = true
            return .object(ConstantObject(object))
        }
        if mentionsObjects { request.predicate = NSPredicate.predicate(of: translated) }
        return request
    }

    /// The parent's object for a constant of a child's predicate; nil for other constants and what the parent lacks.
    private func counterpart(_ constant: ConstantValue) -> NSManagedObject? {
        guard case .object(let box) = constant else { return nil }
        let id = (box.object as? NSManagedObject)?.objectID ?? box.object as? NSManagedObjectID
        return id.flatMap { parent.counterpart(of: $0) }
    }

    // MARK: Members

    func members(
        of relationship: NSRelationshipDescription, for id: NSManagedObjectID, maximumAge: TimeInterval
    )
        throws -> [NSManagedObjectID]
    {
        try ask { try parent.memberIDs(of: relationship, for: id.settled ?? id, maximumAge) }
    }

    func prefetch(_ tree: PrefetchTree, from ids: [NSManagedObjectID], maximumAge: TimeInterval) throws {
        // What the parent has in memory needs no reading.
        try ask {
            try parent.connectedSource().prefetch(
                tree, from: ids.map { $0.settled ?? $0 }, maximumAge: maximumAge)
        }
    }

    // MARK: IDs

    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try ask {
            // What the parent has unsaved gets its ID there, and the child takes it over.
            try parent.makePermanent(objects.compactMap { parent.registered($0.objectID) })
            let new = objects.filter { $0.objectID.settled == nil }
            let made = try new.isEmpty ? [] : parent.connectedSource().permanentIDs(for: new)
            var rest = made.makeIterator()
            return objects.compactMap { $0.objectID.settled ?? rest.next() }
        }
    }

    func temporaryID(_ number: Int64) -> NSManagedObjectID? { temporaryIDs[number] }

    func originOfReferences(from id: NSManagedObjectID) -> ObjectIDOrigin? { origins[id.key.number] }

    func forgetIDs() {
        temporaryIDs = [:]
        origins = [:]
    }

    // MARK: Saves

    func save(_ request: SaveRequest) throws -> SaveOutcome {
        try ask {
            var save = ParentSave(request, source: self)
            return try save.run()
        }
    }

    func forgetRows(of ids: [NSManagedObjectID]) {
        parent.queue.run(asking: queue) { parent.source?.forgetRows(of: ids) }
    }

    /// Siblings see nothing of a save before the parent has saved it.
    func tellFollowers(_ ids: @autoclosure () -> SavedObjectIDs, by context: NSManagedObjectContext) {}
}
