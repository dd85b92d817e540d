// SPDX-License-Identifier: Apache-2.0
// Where objects of new models come from: a model without a context has an object of the newest container that has its class,
// so that inserting it there copies nothing; without a container, of a model of the class and of all that it leads to.

import Foundation
import Perdure
import PerdureBase

/// The entities of classes, for models without a context.
enum HomeEntities {
    private struct State: @unchecked Sendable {
        // Sendable because descriptions of a model in use never change.
        var entities: [ObjectIdentifier: NSEntityDescription] = [:]
    }

    private static let state = Lock(State())

    /// Makes an object for a new model.
    static func newObject<M: PersistentModel>(_ type: M.Type) -> _ModelObject {
        ModelObject<M>(entity: entity(of: type), insertInto: nil)
    }

    /// The entity of a class.
    private static func entity(of type: any PersistentModel.Type) -> NSEntityDescription {
        if let entity = state.withLock({ $0.entities[ObjectIdentifier(type)] }) { return entity }
        // The schema is made without the lock, because that runs code of the classes.
        let schema = Schema([type])
        register(SharedModels.model(of: schema), of: schema, replacing: false)
        return state.withLock { $0.entities[ObjectIdentifier(type)] } ?? NSEntityDescription()
    }

    /// Lets new models of a schema's classes be objects of its model.
    static func register(_ model: NSManagedObjectModel, of schema: Schema, replacing: Bool = true) {
        let found = schema.types.compactMap { type in
            model.entitiesByName[ModelFacts.entityName(type)].map { (ObjectIdentifier(type), $0) }
        }
        state.withLock { state in
            for (type, entity) in found where replacing || state.entities[type] == nil {
                state.entities[type] = entity
            }
        }
    }
}
