// SPDX-License-Identifier: Apache-2.0
// The models of schemas for programs that use managed objects beside SwiftData, over the same files.

import Foundation
import Perdure

extension NSManagedObjectModel {
    /// The model of classes, together with the other entities of a model.
    public static func makeManagedObjectModel(
        for entityTypes: [any PersistentModel.Type],
        mergedWith managedObjectModel: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        makeManagedObjectModel(for: Schema(entityTypes), mergedWith: managedObjectModel)
    }

    /// The model of classes, together with the other entities of a model.
    public static func makeManagedObjectModel(
        for entityTypes: any PersistentModel.Type...,
        mergedWith managedObjectModel: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        makeManagedObjectModel(for: Schema(entityTypes), mergedWith: managedObjectModel)
    }

    /// The model of a schema, together with the other entities of a model.
    public static func makeManagedObjectModel(
        for schema: Schema, mergedWith managedObjectModel: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        let own = SchemaModel.model(of: schema)
        // The program chooses the classes; those behind models need a container of models.
        for entity in own.entities { entity.facts.objectClass = nil }
        guard let other = managedObjectModel?.copy() as? NSManagedObjectModel else { return own }
        let names = Set(own.entities.compactMap(\.name))
        let others = other.entities.filter { !names.contains($0.name ?? "") }
        other.entities = []
        own.entities += others
        return own
    }
}
