// SPDX-License-Identifier: Apache-2.0
// The rules of entities: names, tables, parents, depth. Every entity is looked at once, so a model of any size is checked in
// linear time.

/// Checks the entities of a model.
package struct HierarchyRules<Model: ModelHierarchy> {
    private let model: Model
    private var walk: InheritanceWalk<Model>

    package init(_ model: Model) {
        self.model = model
        walk = InheritanceWalk(model)
    }

    /// Checks all of the rules.
    package mutating func check(_ report: (ModelFault) throws -> Void) rethrows {
        try checkNames(report)
        try checkDepth(report)
        try checkParents(report)
    }

    /// Checks that each entity has a name of its own, and that no root takes one of Core Data's tables.
    package func checkNames(_ report: (ModelFault) throws -> Void) rethrows {
        var seen: Set<String> = []
        for entity in model.entities {
            guard let name = model.name(of: entity), !name.isEmpty else {
                try report(.namelessEntity)
                continue
            }
            if !seen.insert(name).inserted { try report(.repeatedEntity(name)) }
            if case .none = model.parent(of: entity), let table = ModelLimits.ownTable(forEntity: name) {
                try report(.ownTable(name, table))
            }
        }
    }

    /// Checks the number of ancestors and properties; reports the first entity beyond a limit and ends.
    package mutating func checkDepth(_ report: (ModelFault) throws -> Void) rethrows {
        var properties = 0
        for entity in model.entities {
            let place = walk.place(of: entity)
            guard place.entities <= ModelLimits.hierarchy else {
                return try report(.tooManyAncestors(model.name(of: entity)))
            }
            properties += place.properties
            guard properties <= ModelLimits.properties else {
                return try report(.tooManyProperties(model.name(of: entity)))
            }
        }
    }

    /// Checks that parents are in the model, and that no entity is its own ancestor.
    ///
    /// The caller has checked the depth.
    package mutating func checkParents(_ report: (ModelFault) throws -> Void) rethrows {
        for entity in model.entities {
            if case .unknown(let parent) = model.parent(of: entity) {
                try report(.unknownParent(model.name(of: entity), parent))
            } else if walk.place(of: entity).isOnCycle {
                try report(.ownAncestor(model.name(of: entity), ring(through: entity)))
            }
        }
    }

    /// The names from an entity to its nearest ancestor of the same name.
    private func ring(through entity: Model.Entity) -> [String] {
        let own = model.id(of: entity)
        let others = model.lineage(of: entity).dropFirst().prefix { model.id(of: $0) != own }
        return ([entity] + others + [entity]).map { model.name(of: $0) ?? "?" }
    }
}

/// Counts the ancestors of entities and their properties.
private struct InheritanceWalk<Model: ModelHierarchy> {
    struct Place {
        /// How many entities there are from this one up to the root, or up to the point where a cycle closes.
        var entities = 0
        /// How many properties those entities declare.
        var properties = 0
        var isOnCycle = false
    }

    private let model: Model
    /// The known places; nil for entities whose walk has not ended.
    private var places: [Model.ID: Place?] = [:]

    init(_ model: Model) { self.model = model }

    mutating func place(of entity: Model.Entity) -> Place {
        var chain: [Model.Entity] = []
        var above = Place()
        var ring: Model.ID?
        var current: Model.Entity? = entity
        while let next = current {
            let id = model.id(of: next)
            if let known = places[id] {
                above = known ?? above
                ring = known == nil ? id : nil
                break
            }
            places.updateValue(nil, forKey: id)
            chain.append(next)
            current = model.parent(of: next).target
        }
        return chain.isEmpty ? above : count(chain, below: above, ring: ring)
    }

    /// Counts from the highest entity down; if the chain leads back into itself, the cycle closes at `ring`.
    private mutating func count(_ chain: [Model.Entity], below above: Place, ring: Model.ID?) -> Place {
        var place = above
        var isOnCycle = ring != nil
        for entity in chain.reversed() {
            let id = model.id(of: entity)
            place.entities += 1
            place.properties += model.propertyCount(of: entity)
            place.isOnCycle = isOnCycle
            places.updateValue(place, forKey: id)
            // Entities below the cycle are on no cycle.
            if id == ring { isOnCycle = false }
        }
        return place
    }
}

extension ModelFault {
    fileprivate static var namelessEntity: ModelFault {
        ModelFault(.namedEntity, nil, "an entity of the model has no name; give every entity a name")
    }

    package static func repeatedEntity(_ name: String) -> ModelFault {
        ModelFault(.differentEntities, name, "two entities have the name \(name: name); rename one of them")
    }

    fileprivate static func ownTable(_ entity: String, _ table: String) -> ModelFault {
        ModelFault(
            .freeTable, entity,
            "its table would be \(table), which is one of Core Data's own; rename the entity")
    }

    fileprivate static func unknownParent(_ entity: String?, _ parent: String) -> ModelFault {
        ModelFault(
            .knownParent, entity,
            "its parent entity \(name: parent) is not in the model; add it, or choose another one")
    }

    fileprivate static func ownAncestor(_ entity: String?, _ ring: [String]) -> ModelFault {
        ModelFault(
            .openHierarchy, entity,
            ring.count == 2
                ? "the entity is its own parent; choose another one, or none"
                : "the entity is its own ancestor (\(ring.joined(separator: ", "))); "
                    + "change the parent of one of them")
    }

    fileprivate static func tooManyAncestors(_ entity: String?) -> ModelFault {
        ModelFault(
            .shallowHierarchy, entity,
            "the entity has more than \(ModelLimits.hierarchy) ancestors; remove some of them")
    }

    fileprivate static func tooManyProperties(_ entity: String?) -> ModelFault {
        ModelFault(
            .fewProperties, entity,
            "the entities up to this one have more than \(ModelLimits.properties) properties together, inherited "
                + "ones included; split the model, or inherit fewer")
    }
}
