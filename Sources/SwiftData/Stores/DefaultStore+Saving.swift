// SPDX-License-Identifier: Apache-2.0
// Writes snapshots into a DefaultStore: one context for each save, whose objects take the values of the snapshots.

import Foundation
import Perdure
import PerdureBase

extension DefaultStore {
    /// Saves changes, all or none.
    ///
    /// - Throws: What a context's save throws; 133000 for an updated snapshot without a row.
    public func save(
        _ request: DataStoreSaveChangesRequest<Snapshot>
    ) throws -> DataStoreSaveChangesResult<Snapshot> {
        let saving = SnapshotSaving(self, context(request.editingState))
        let remapped = try saving.save(request)
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
    }

    /// Deletes what matches, at once.
    public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        let context = context(request.editingState)
        try context.delete(
            model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
        try context.save()
    }
}

/// One save of snapshots.
private final class SnapshotSaving {
    private let store: DefaultStore
    private let context: ModelContext
    /// The objects of new snapshots by their temporary identifiers.
    private var new: [PersistentIdentifier: _ModelObject] = [:]

    init(_ store: DefaultStore, _ context: ModelContext) {
        self.store = store
        self.context = context
    }

    func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
        -> [PersistentIdentifier: PersistentIdentifier]
    {
        for snapshot in request.inserted {
            let object = try insert(snapshot.persistentIdentifier)
            // Without it every value would count as a default, which does not replace that of a row with the unique value.
            object.assigned = snapshot.assigned ?? .max
            new[snapshot.persistentIdentifier] = object
        }
        for snapshot in request.inserted + request.updated { try fill(snapshot) }
        for snapshot in request.deleted {
            if let object = try store.existing(snapshot.persistentIdentifier, in: context) {
                context.store.delete(object)
            }
        }
        try context.save()
        return new.mapValues(\.identifier)
    }

    private func insert(_ identifier: PersistentIdentifier) throws -> _ModelObject {
        guard let type = store.schema.entitiesByName[identifier.entityName]?.type else {
            throw SwiftDataError(
                .unknownDataStoreSchema,
                "The store \"\(store.name)\" does not have the entity \(identifier.entityName): put its class into the "
                    + "schema of the configuration.")
        }
        // An object of a class makes models of that class.
        let model = HomeEntities.newObject(type).model as! any PersistentModel
        context.adopt(model)
        return model.object
    }

    private func object(_ identifier: PersistentIdentifier) throws -> _ModelObject? {
        try new[identifier] ?? store.existing(identifier, in: context)
    }

    private func fill(_ snapshot: DefaultSnapshot) throws {
        guard let object = try object(snapshot.persistentIdentifier) else {
            throw CocoaError(
                CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError),
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The store has no model \(snapshot.persistentIdentifier.implementation.uri)."
                ])
        }
        let values = try SnapshotRow(snapshot).values
        for (slot, property) in ModelFacts.of(object.modelType).properties.enumerated() {
            try set(values[property.name], property, at: slot, of: object)
        }
    }

    private func set(
        _ value: Any?, _ property: ModelFacts.Property, at slot: Int, of object: _ModelObject
    ) throws {
        switch property.form {
        case .one:
            object._setToOne(try (value as? PersistentIdentifier).flatMap(self.object), at: slot)
        case .many:
            let identifiers = value as? [PersistentIdentifier] ?? []
            object._setToMany(try identifiers.compactMap(self.object), at: slot)
        default:
            object._setValue(try value.flatMap { try property.form.stored($0, as: property.name) }, at: slot)
        }
    }
}
