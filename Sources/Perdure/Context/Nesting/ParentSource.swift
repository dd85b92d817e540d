// SPDX-License-Identifier: Apache-2.0
// A parent context as the source of its children's rows: its objects in memory count as stored. ParentSource+Rows.swift
// makes the rows; ParentSave.swift applies the saves of children.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// The rows of a parent context.
///
/// The parent's queue answers every call while the caller waits. That is the child, whose objects the answer may read, or
/// another thread that reads ahead for the child.
final class ParentSource: RowSource {
    let parent: NSManagedObjectContext
    /// The queue of the child.
    private let queue: ContextQueue
    /// What rows mention: answers on the parent's queue add to it, while the child's queue may read it.
    private let mentioned = Lock(Mentioned())

    private struct Mentioned {
        /// The IDs of unsaved objects that rows refer to by number.
        var temporaryIDs: [Int64: NSManagedObjectID] = [:]
        /// The stores of the references of unsaved objects, by the objects' numbers: temporary IDs name no store.
        var namespaces: [Int64: ObjectIDNamespace] = [:]
    }

    init(_ parent: NSManagedObjectContext, of child: NSManagedObjectContext) {
        self.parent = parent
        queue = child.queue
    }

    var coordinator: NSPersistentStoreCoordinator? { parent.persistentStoreCoordinator }
    var followers: SaveFollowers { parent.followers }

    /// Runs a body on the parent's queue; throws errors that would otherwise stop the process there.
    func ask<T>(_ body: () throws -> T) throws -> T {
        try parent.queue.run(asking: queue) {
            if parent.ownSaves == nil { parent.ownSaves = OwnSaves() }
            return try ExceptionTrap.catching(body)
        }
    }

    // MARK: Fetches

    func fetchObjects(_ request: ObjectFetch) throws -> FetchedObjects {
        // No rows are made for a child that reads its rows later.
        let needsRows = request.fillsObjects
        return try ask {
            let found = try parent.found(translated(request))
            return .list(
                try found.list.map { found in
                    let id = found.id.permanentSuccessor ?? found.id
                    guard needsRows else { return FetchedObject(id: id, row: nil) }
                    return FetchedObject(id: id, row: try row(of: id, found.row))
                })
        }
    }

    func count(_ request: ObjectFetch) throws -> Int { try ask { try parent.count(translated(request)) } }

    func fetchDictionaries(_ request: ObjectFetch) throws -> [[String: Any]] {
        try ask { try parent.connectedSource().fetchDictionaries(translated(request)) }
    }

    /// The request with the parent's objects in place of the child's.
    private func translated(_ request: ObjectFetch) -> ObjectFetch {
        var request = request
        request.request.includesPendingChanges = true
        // The child itself reads in batches.
        (request.batchSize, request.prefetch, request.isPartial) = (0, nil, false)
        var mentionsObjects = false
        let translated = request.mapConstants { constant in
            guard let object = counterpart(constant) else { return constant }
            mentionsObjects = true
            return .object(ConstantObject(object))
        }
        return mentionsObjects ? translated : request
    }

    /// The parent's object for a constant of a child's predicate; nil for other constants and for objects unknown to
    /// the parent.
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
        try ask { try parent.memberIDs(of: relationship, for: id.permanentSuccessor ?? id, maximumAge) }
    }

    func prefetch(_ tree: PrefetchTree, from owners: PrefetchOwners, maximumAge: TimeInterval) throws {
        // Objects that the parent has in memory need no reading.
        try ask {
            try parent.connectedSource().prefetch(tree, from: owners, maximumAge: maximumAge)
        }
    }

    // MARK: IDs

    func permanentIDs(for objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try ask {
            // The parent assigns permanent IDs to its own unsaved objects first, and the child takes these IDs over.
            try parent.makePermanent(objects.compactMap { parent.registered($0.objectID) })
            let new = objects.filter { $0.objectID.permanentSuccessor == nil }
            let made = try new.isEmpty ? [] : parent.connectedSource().permanentIDs(for: new)
            var rest = made.makeIterator()
            return objects.compactMap { $0.objectID.permanentSuccessor ?? rest.next() }
        }
    }

    func temporaryID(_ number: Int64) -> NSManagedObjectID? {
        mentioned.withLock { $0.temporaryIDs[number] }
    }

    func namespaceOfReferences(from id: NSManagedObjectID) -> ObjectIDNamespace? {
        mentioned.withLock { $0.namespaces[id.key.number] }
    }

    /// Remembers the ID of a number in rows.
    func remember(_ id: NSManagedObjectID?, of number: Int64) {
        mentioned.withLock { $0.temporaryIDs[number] = id }
    }

    /// Remembers the store of an unsaved object's references.
    func remember(_ namespace: ObjectIDNamespace?, ofReferencesFrom id: NSManagedObjectID) {
        mentioned.withLock { $0.namespaces[id.key.number] = namespace }
    }

    func forgetIDs() { mentioned.withLock { $0 = Mentioned() } }

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

    /// Siblings see nothing of a child's save before the parent has saved it.
    func tellFollowers(_ ids: @autoclosure () -> SavedObjectIDs, by context: NSManagedObjectContext) {}
}
