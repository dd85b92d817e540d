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
    ///
    /// Relationships, parents, configurations and requests of the other model that name an entity of the schema mean that one.
    /// A relationship to it loses its inverse, which the schema's class does not have.
    public static func makeManagedObjectModel(
        for schema: Schema, mergedWith managedObjectModel: NSManagedObjectModel? = nil
    ) -> NSManagedObjectModel? {
        let own = SchemaModel.model(of: schema)
        // The program chooses the classes; those behind models need a container of models.
        for entity in own.entities { entity.facts.objectClass = nil }
        guard let other = managedObjectModel?.copy() as? NSManagedObjectModel else { return own }
        OtherEntities(of: other, into: own).move()
        return own
    }
}
