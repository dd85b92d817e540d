// SPDX-License-Identifier: Apache-2.0
// What no model may say, wherever it comes from: whoever makes a model of a document asks here first. ModelChecker has the
// rest, which an old file may say and still be read.

import PerdurePredicates

extension ModelDocument {
    /// Checks what would lead every later step astray: rings, depths, counts and tables.
    ///
    /// - Throws: `ModelFormatError` that names entity and property.
    package func refuse() throws {
        try checkDepth()
        if let refusal = ModelRefusals(self).all().first { throw refusal }
    }
}

/// Finds what no model may say.
///
/// The model's depth has been checked.
struct ModelRefusals {
    let model: ModelDocument
    let lookup: ModelLookup

    init(_ model: ModelDocument, _ lookup: ModelLookup? = nil) {
        self.model = model
        self.lookup = lookup ?? ModelLookup(model)
    }

    func all() -> [ModelFormatError] {
        model.entities.flatMap { tables($0) + counts($0) } + composites() + derivations()
    }

    private func refusal(_ reason: String, _ entity: String? = nil, _ property: String? = nil)
        -> ModelFormatError
    {
        ModelFormatError(.inconsistent, reason, entity: entity, property: property)
    }

    /// Only the root of a hierarchy has a table.
    private func tables(_ entity: EntityDocument) -> [ModelFormatError] {
        guard entity.superentityName == nil, let table = ModelLimits.ownTable(forEntity: entity.name) else {
            return []
        }
        return [
            refusal(
                "its table would be \(table), which is one of Core Data's own; rename the entity", entity.name
            )
        ]
    }

    private func counts(_ entity: EntityDocument) -> [ModelFormatError] {
        entity.relationships.compactMap { relationship in
            let (low, high) = (relationship.minCount, relationship.maxCount)
            let name = relationship.traits.name
            if low < 0 || high < 0 {
                return refusal(
                    "its \(low < 0 ? "minimum count \(low)" : "maximum count \(high)") is negative; "
                        + "choose a number from 0 on", entity.name, name)
            }
            guard high > 0, low > high else { return nil }
            return refusal(
                "its minimum count \(low) is greater than its maximum count \(high); change one of them",
                entity.name,
                name)
        }
    }
}

// MARK: - Rings

extension ModelRefusals {
    /// Composite types that hold themselves, each once, with an attribute that has the type.
    private func composites() -> [ModelFormatError] {
        let elements = Dictionary(model.composites.map { ($0.name, $0.elements.compactMap(\.compositeName)) })
        {
            first, _ in first
        }
        let rings = Rings.members(elements)
        guard !rings.isEmpty else { return [] }
        return model.composites.filter { rings.contains($0.name) }.map { composite in
            let user = self.user(of: composite.name)
            return refusal(
                "the composite type '\(composite.name)' holds itself; take the element out that leads back",
                user?.entity, user?.property)
        }
    }

    private func user(of type: String) -> (entity: String, property: String)? {
        for entity in model.entities {
            if let found = entity.attributes.first(where: { $0.compositeName == type }) {
                return (entity.name, found.traits.name)
            }
        }
        return nil
    }

    /// Attributes that are computed from themselves, directly or through others.
    private func derivations() -> [ModelFormatError] {
        var sources: [DerivedName: [DerivedName]] = [:]
        for entity in model.entities {
            for attribute in entity.attributes where attribute.derivation != nil {
                let name = DerivedName(entity: entity.name, attribute: attribute.traits.name)
                sources[name] = source(of: attribute, entity).map { [$0] } ?? []
            }
        }
        guard !sources.isEmpty else { return [] }
        let rings = Rings.members(sources)
        return sources.keys.filter(rings.contains).sorted {
            ($0.entity, $0.attribute) < ($1.entity, $1.attribute)
        }.map {
            refusal(
                "it is derived from itself, directly or through others; derive it from a stored attribute",
                $0.entity,
                $0.attribute)
        }
    }

    private struct DerivedName: Hashable {
        let entity: String
        let attribute: String
    }

    /// The attribute at the end of a derivation's key path; nil for a path that leads nowhere.
    private func source(of attribute: AttributeDocument, _ entity: EntityDocument) -> DerivedName? {
        guard let derivation = attribute.derivation, let form = try? DerivationForm(derivation) else {
            return nil
        }
        switch form {
        case .clock, .aggregate(.count, _): return nil
        case .value(let keys, _), .aggregate(_, let keys):
            guard let last = keys.last else { return nil }
            var current = entity
            for key in keys.dropLast() {
                guard let next = lookup.relationship(key, of: current)?.destinationEntityName,
                    let destination = lookup.entities[next]
                else { return nil }
                current = destination
            }
            return lookup.attribute(last, of: current).map { DerivedName(entity: $0.owner, attribute: last) }
        }
    }
}
