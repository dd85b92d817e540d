// SPDX-License-Identifier: Apache-2.0
// A model as its rules see it: the documents of model files, descriptions made in code, and the definitions of a schema all
// conform, so each rule is written once. HierarchyRules.swift and PropertyNameRules.swift need only this protocol;
// ModelRelationships.swift has the rest.

/// Entities, their names, their parents.
package protocol ModelHierarchy {
    associatedtype Entity
    associatedtype ID: Hashable

    var entities: [Entity] { get }

    /// The identity of an entity.
    func id(of entity: Entity) -> ID
    /// The name; nil or empty for none.
    func name(of entity: Entity) -> String?
    func parent(of entity: Entity) -> ModelReference<Entity>
    /// The names of the properties that the entity itself declares.
    func propertyNames(of entity: Entity) -> [String]
    /// The number of those properties.
    func propertyCount(of entity: Entity) -> Int
}

/// The target of a name in a model.
package enum ModelReference<Target> {
    case none
    /// A name that the model does not have.
    case unknown(String)
    case known(Target)

    package var target: Target? {
        if case .known(let target) = self { return target }
        return nil
    }
}

extension ModelHierarchy {
    /// The entity and its ancestors, nearest first; the limit of depth also ends a cycle.
    func lineage(of entity: Entity) -> some Sequence<Entity> {
        sequence(first: entity) { parent(of: $0).target }.prefix(ModelLimits.hierarchy + 1)
    }

    /// Whether an entity is another one or a descendant of it.
    package func isKind(_ entity: Entity, of other: Entity) -> Bool {
        let wanted = id(of: other)
        return lineage(of: entity).contains { id(of: $0) == wanted }
    }
}
