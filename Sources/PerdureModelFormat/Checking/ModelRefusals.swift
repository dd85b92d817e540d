// SPDX-License-Identifier: Apache-2.0
// What no model may say, wherever it comes from: whoever makes a model of a document asks here first. ModelChecker has the
// rest, which an old file may say and still be read. Rings are found in CompositeRefusals.swift and
// DerivationRefusals.swift.

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
        model.entities.flatMap { tables($0) + counts($0) } + CompositeRefusals(model).all()
            + DerivationRefusals(model, lookup).all()
    }

    private func refusal(_ reason: String, _ entity: String, _ property: String? = nil) -> ModelFormatError {
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
            switch CountFault(minimum: low, maximum: high) {
            case .negativeMinimum, .negativeMaximum:
                return refusal(
                    "its \(low < 0 ? "minimum count \(low)" : "maximum count \(high)") is negative; "
                        + "choose a number from 0 on", entity.name, name)
            case .crossed:
                return refusal(
                    "its minimum count \(low) is greater than its maximum count \(high); change one of them",
                    entity.name, name)
            case nil: return nil
            }
        }
    }
}
