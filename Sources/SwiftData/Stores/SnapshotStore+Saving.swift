// SPDX-License-Identifier: Apache-2.0
// Saves to a store of a program's own. New models get their identifiers from the save itself, so a save with new models is done
// when the coordinator asks for their IDs.

import Foundation
import Perdure
import PerdureBase
import PerdureIncrementalStores

extension SnapshotStore {
    /// Saves, and takes the identifiers of new models from the answer.
    func permanentIDs(_ array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        guard let context = array.first?.managedObjectContext else { return [] }
        let temporary = array.map { PersistentIdentifier($0.objectID) }
        let saved = try save(
            SnapshotChanges(
                inserted: array.compactMap { $0 as? _ModelObject }, updated: own(context.updatedObjects),
                deleted: own(context.deletedObjects)), context)
        noteSave(ObjectIdentifier(context))
        return try zip(array, temporary).map { object, identifier in
            guard let permanent = saved.remapped[identifier] else {
                throw SwiftDataError(
                    .unknownDataStoreSchema,
                    "The store \(program.identifier) has saved a new \(object.entity.name ?? "") without an "
                        + "identifier for it: put \(identifier.implementation.uri.absoluteString) into "
                        + "remappedIdentifiers.")
            }
            return try objectID(of: permanent)
        }
    }

    /// Executes a save, unless it was done for the identifiers of new models.
    func write(_ request: NSSaveChangesRequest, _ context: NSManagedObjectContext?) throws {
        guard !takeSave(context.map { ObjectIdentifier($0) }) else { return }
        let inserted = models(request.insertedObjects)
        let updated = models(request.updatedObjects)
        let deleted = models(request.deletedObjects)
        guard !(inserted + updated + deleted).isEmpty else { return }
        // Models that got their IDs from a save that failed afterwards are known to the store.
        _ = try save(SnapshotChanges(updated: inserted + updated, deleted: deleted), context)
    }

    private func save(_ changes: SnapshotChanges, _ context: NSManagedObjectContext?) throws -> SavedSnapshots
    {
        let saved = try program.save(changes, editingState(context))
        try keepOnly(saved.rows)
        return saved
    }

    /// The objects of this store, in the order of their numbers.
    private func own(_ objects: Set<NSManagedObject>) -> [_ModelObject] {
        models(objects.filter { $0.objectID.persistentStore === self })
    }

    private func models(_ objects: Set<NSManagedObject>?) -> [_ModelObject] {
        (objects ?? []).compactMap { $0 as? _ModelObject }.sorted { $0.identifier < $1.identifier }
    }
}
