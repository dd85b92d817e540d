// SPDX-License-Identifier: Apache-2.0
// What no model may say, wherever it comes from: whoever makes a model of a document asks here first. ModelChecker has the
// rest, which an old file may say and still be read. Rings are found in CompositeRefusals.swift and
// DerivationRefusals.swift.

import PerdurePredicates

extension ModelDocument {
    /// Checks what would lead every later step astray: names of entities, parents, rings, depths, counts and tables.
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
