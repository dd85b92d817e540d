// SPDX-License-Identifier: Apache-2.0
// Where objects of new models come from: a model without a context has an object of the newest container that has its class,
// so that inserting it there copies nothing; without a container, of a model of the class and of all that it leads to.

import Foundation
import Perdure
import PerdureBase
import Synchronization

/// The entities of classes, for models without a context.
enum HomeEntities {
    private struct State: @unchecked Sendable {
        // Sendable because descriptions of a model in use never change.
        var entities: [ObjectIdentifier: NSEntityDescription] = [:]
    }

    private static let state = Lock(State())

    /// Grows with each container that changes entities.
    private static let generation = Atomic<Int>(0)

    /// Makes an object for a new model.
    static func newObject<M: PersistentModel>(_ type: M.Type) -> _ModelObject {
        ModelObject<M>(entity: recentEntity(of: type), insertInto: nil)
    }

    /// The entity of a class, which threads that make many models of one class know without the lock.
    private static func recentEntity(of type: any PersistentModel.Type) -> NSEntityDescription {
        let (birth, present) = (ModelBirth.current, generation.load(ordering: .acquiring))
        if let recent = birth.recent, recent.type == type, recent.generation == present {
            return recent.entity
        }
        let found = entity(of: type)
        birth.recent = ModelBirth.Recent(type: type, entity: found, generation: present)
        return found
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
        generation.wrappingAdd(1, ordering: .releasing)
    }
}
