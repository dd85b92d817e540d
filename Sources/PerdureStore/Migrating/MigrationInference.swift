// SPDX-License-Identifier: Apache-2.0
// Pairs first, all of them; then what becomes of each pair. InferredMigration.swift is the result.

/// Works out the steps from one schema to another and collects refusals.
struct MigrationInference {
    private let source: Schema
    private let destination: Schema
    private let entities: EntityPairing
    /// By the number of the destination's entity, less one.
    private let properties: [PropertyPairing?]
    private let constraints: ConstraintInference
    private var relationships: RelationshipInference
    let hierarchies: HierarchyInference
    private(set) var refusals = RefusalList()

    /// - Parameters:
    ///   - source: The store's schema.
    ///   - destination: The schema it shall have.
    ///   - held: The entities of the source that the store holds; nil for all.
    init(from source: Schema, to destination: Schema, holding held: Set<Int32>? = nil) {
        let entities = EntityPairing(from: source, to: destination)
        self.source = source
        self.destination = destination
        self.entities = entities
        properties = destination.entities.map { new in
            entities.source(of: new.number).map { PropertyPairing(from: source[$0], to: new) }
        }
        constraints = ConstraintInference(source: source, destination: destination, entities: entities)
        relationships = RelationshipInference(from: source, to: destination, entities, properties)
        hierarchies = HierarchyInference(to: destination, from: source, entities, holding: held)
        refuseClashes()
    }

    /// The steps: the destination's entities, then the removed ones of the source.
    mutating func steps() -> [EntityStep] {
        var steps: [EntityStep] = []
        for new in destination.entities { steps.append(step(of: new)) }
        for old in source.entities where entities.destination(of: old.number) == nil {
            steps.append(EntityStep(.removed, source: old.number, destination: nil))
        }
        return steps
    }

    private mutating func step(of new: EntityLayout) -> EntityStep {
        guard let number = entities.source(of: new.number), let pairing = properties[Int(new.number) - 1]
        else {
            var step = EntityStep(.added, source: nil, destination: new.number)
            step.constraints = constraints.checks(of: new, origins: [])
            return step
        }
        let old = source[number]
        var origins: [PropertyOrigin] = []
        for property in new.properties {
            let former = pairing.sources[property.slot].map { old.properties[$0] }
            origins.append(origin(of: property, from: former))
        }
        return step(from: old, to: new, origins, removed: pairing.removed)
    }

    private func step(
        from old: EntityLayout, to new: EntityLayout, _ origins: [PropertyOrigin], removed: [Int]
    ) -> EntityStep {
        let isCopied =
            old.versionHash.isEmpty
            ? old.name == new.name && removed.isEmpty && origins.allSatisfy(\.isKept)
            : old.versionHash == new.versionHash
        var step = EntityStep(
            isCopied ? .copied : .transformed, source: old.number, destination: new.number)
        step.isRenamed = old.name != new.name
        step.origins = origins
        step.removedSlots = removed
        step.rootLeft = hierarchies.rootLeft(by: old, to: new)
        step.mustBeEmpty = new.isAbstract && !old.isAbstract
        step.constraints = constraints.checks(of: new, origins: origins)
        return step
    }

    private mutating func origin(of new: PropertyLayout, from old: PropertyLayout?) -> PropertyOrigin {
        if new.isTransient { return .transient }
        switch new.kind {
        case .attribute: return attributeOrigin(of: new, from: old)
        case .relationship(let relationship):
            guard let old, let former = old.relationship else {
                return .relationship(relationships.added(new, relationship))
            }
            let origin = relationships.origin(of: new, relationship, from: old, former)
            if origin == nil { refuse(.manyToOne, new.declaringEntity, new.name) }
            return .relationship(origin ?? relationships.added(new, relationship))
        }
    }

    private mutating func attributeOrigin(of new: PropertyLayout, from old: PropertyLayout?)
        -> PropertyOrigin
    {
        guard let form = AttributeForm(new) else { return .transient }
        var inference = AttributeInference()
        guard let old, let former = AttributeForm(old) else { return .attribute(inference.added(form)) }
        let origin = inference.origin(of: form, from: former, at: old.slot, path: new.name)
        for finding in inference.findings { refuse(finding.kind, new.declaringEntity, finding.path) }
        return .attribute(origin)
    }
}

// MARK: - Refusals

extension MigrationInference {
    /// Refuses losses by the names of the destination's entities and the source's properties.
    mutating func refuse(_ losses: [MigrationLoss]) {
        for loss in losses {
            let entity = source[loss.entity]
            let name = entities.destination(of: loss.entity).map { destination[$0].name } ?? entity.name
            refusals.add(.loss(loss.kind), entity: name, property: entity.name(at: loss.path))
        }
    }

    private mutating func refuse(_ kind: MigrationRefusal.Kind, _ entity: Int32, _ property: String?) {
        refusals.add(kind, entity: destination[entity].name, property: property)
    }

    private mutating func refuseClashes() {
        for clash in entities.clashes {
            refusals.add(.sharedOrigin(with: clash.first.name), entity: clash.second.name)
        }
        for clash in properties.flatMap({ $0?.clashes ?? [] }) {
            refuse(.sharedOrigin(with: clash.first.name), clash.second.declaringEntity, clash.second.name)
        }
        for clash in hierarchies.clashes {
            refuse(.joinedHierarchies(with: destination[clash.other].name), clash.entity, nil)
        }
    }
}
