// SPDX-License-Identifier: Apache-2.0
// Finds attributes that are derived from themselves. Part of ModelRefusals.swift.

import PerdurePredicates

/// Follows the derivations of a model; each of them leads to one attribute.
struct DerivationRefusals {
    let model: ModelDocument
    let lookup: ModelLookup

    init(_ model: ModelDocument, _ lookup: ModelLookup) {
        self.model = model
        self.lookup = lookup
    }

    /// Attributes that are computed from themselves, directly or through others.
    func all() -> [ModelFormatError] {
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
            ModelFormatError(
                .inconsistent,
                "it is derived from itself, directly or through others; derive it from a stored attribute",
                entity: $0.entity, property: $0.attribute)
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
