// SPDX-License-Identifier: Apache-2.0
// The rules of property names: a name exists, is not reserved, and comes once along a hierarchy.

/// Checks the names of properties.
package struct PropertyNameRules<Model: ModelHierarchy> {
    private let model: Model
    /// The property names of entities with subentities, kept for the next look.
    private var inherited: [Model.ID: Set<String>] = [:]

    package init(_ model: Model) { self.model = model }

    /// Checks that a property has a name, and that managed objects do not use the name themselves.
    package static func check(
        _ name: String, of entity: String?, _ report: (ModelFault) throws -> Void
    ) rethrows {
        if name.isEmpty { try report(.namelessProperty(of: entity)) }
        if ReservedNames.all.contains(name) { try report(.reservedName(entity, name)) }
    }

    /// Checks that an entity's properties have different names, also from its inherited ones.
    ///
    /// The caller has checked the depth of the model.
    package mutating func checkRepetitions(
        in entity: Model.Entity, _ report: (ModelFault) throws -> Void
    ) rethrows {
        let names = model.propertyNames(of: entity)
        guard !names.isEmpty else { return }
        let ancestors = ancestors(of: entity)
        var seen: Set<String> = []
        seen.reserveCapacity(names.count)
        for name in names {
            if !seen.insert(name).inserted { try report(.repeatedProperty(model.name(of: entity), name)) }
            for (ancestor, inherited) in ancestors where inherited.contains(name) {
                try report(.inheritedProperty(model.name(of: entity), name, from: ancestor))
                break
            }
        }
    }

    /// The ancestors that declare properties, nearest first; none for an entity that is its own ancestor.
    private mutating func ancestors(of entity: Model.Entity) -> [(name: String, properties: Set<String>)] {
        guard case .known = model.parent(of: entity) else { return [] }
        let own = model.id(of: entity)
        var found: [(String, Set<String>)] = []
        for ancestor in model.lineage(of: entity).dropFirst() {
            let id = model.id(of: ancestor)
            if id == own { return [] }
            let names = inherited[id] ?? Set(model.propertyNames(of: ancestor))
            inherited[id] = names
            if !names.isEmpty { found.append((model.name(of: ancestor) ?? "?", names)) }
        }
        return found
    }
}

extension ModelFault {
    fileprivate static func namelessProperty(of entity: String?) -> ModelFault {
        ModelFault(.namedProperty, entity, "a property of the entity has no name; give every property a name")
    }

    fileprivate static func repeatedProperty(_ entity: String?, _ name: String) -> ModelFault {
        ModelFault(.differentProperties, entity, name, "two properties have this name; rename one of them")
    }

    fileprivate static func inheritedProperty(
        _ entity: String?, _ name: String, from ancestor: String
    ) -> ModelFault {
        ModelFault(
            .newProperty, entity, name,
            "the parent entity \(name: ancestor) has a property of this name already; rename one of them")
    }

    fileprivate static func reservedName(_ entity: String?, _ name: String) -> ModelFault {
        ModelFault(
            .unreservedName, entity, name, "NSManagedObject uses this name itself; choose another one")
    }
}
