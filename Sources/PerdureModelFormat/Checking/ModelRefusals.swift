// SPDX-License-Identifier: Apache-2.0
// Finds contradictions that no model may have. Every step that makes a model from a document calls `refuse()` first.
// ModelChecker finds the other contradictions; an old file may have those and is still read. CompositeRefusals.swift
// and DerivationRefusals.swift find rings.

import PerdurePredicates

extension ModelDocument {
    /// Checks the parts on which every later step relies: names of entities, parents, rings, depths, counts and tables.
    ///
    /// - Throws: `ModelFormatError` that names entity and property.
    package func refuse() throws {
        try checkDepth()
        if let refusal = ModelRefusals(self).all().first { throw refusal }
    }
}

/// Finds the contradictions that no model may have.
///
/// The caller has checked the depth of the model's hierarchies.
struct ModelRefusals {
    let model: ModelDocument
    let lookup: ModelLookup

    init(_ model: ModelDocument, _ lookup: ModelLookup? = nil) {
        self.model = model
        self.lookup = lookup ?? ModelLookup(model)
    }

    func all() -> [ModelFormatError] {
        faults().map { ModelFormatError($0) } + CompositeRefusals(model).all()
            + DerivationRefusals(lookup).all()
    }

    private func faults() -> [ModelFault] {
        var found: [ModelFault] = []
        var rules = HierarchyRules(lookup.hierarchy)
        rules.checkNames { found.append($0) }
        rules.checkParents { found.append($0) }
        for entity in model.entities {
            for relationship in entity.relationships {
                let place = ModelLookup.Relationship(document: relationship, entity: entity.name)
                RelationshipRules(lookup, place, of: entity).checkCounts { found.append($0) }
            }
        }
        return found
    }
}
