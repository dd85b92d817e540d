// SPDX-License-Identifier: Apache-2.0
// Finds attributes that are derived from themselves. Part of ModelRefusals.swift.

import PerdurePredicates

/// Follows the derivations of a model.
struct DerivationRefusals {
    let lookup: ModelLookup

    init(_ lookup: ModelLookup) { self.lookup = lookup }

    /// One error for each attribute that is computed from itself, directly or through other attributes.
    func all() -> [ModelFormatError] {
        DerivationCycles(DocumentLinks(lookup: lookup)).members()
            .sorted { ($0.entity.name, $0.name) < ($1.entity.name, $1.name) }
            .map { ModelFormatError(.derivationCycle($0.entity.name, $0.name)) }
    }
}

/// The derivations of a model file.
private struct DocumentLinks: DerivationLinks {
    /// An attribute's owner and name.
    typealias ID = [String]

    let lookup: ModelLookup

    var derivedAttributes: [DerivationNode<EntityDocument, ID>] {
        lookup.entities.flatMap { entity in
            entity.attributes.lazy.filter { $0.derivation != nil }.map {
                DerivationNode(entity, $0.traits.name, [entity.name, $0.traits.name], $0.derivation)
            }
        }
    }

    func destination(of relationship: String, of entity: EntityDocument) -> EntityDocument? {
        lookup.relationship(relationship, of: entity)?.destinationEntityName.flatMap(lookup.entity)
    }

    func attribute(_ name: String, of entity: EntityDocument) -> ID? {
        lookup.attribute(name, of: entity).map { [$0.owner, name] }
    }
}
