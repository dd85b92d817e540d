// SPDX-License-Identifier: Apache-2.0
// Checks the expression of a derived attribute of a model file, by the rules of DerivationResolver. Used by
// DerivationKind.swift; the runtime checks models made in code by the same rules.

import PerdurePredicates

/// Checks one derived attribute.
struct DerivationChecker {
    let attribute: AttributeDocument
    let entity: EntityDocument

    init(_ attribute: AttributeDocument, _ entity: EntityDocument) {
        self.attribute = attribute
        self.entity = entity
    }

    func check(_ derivation: ExpressionNode, _ model: inout ModelChecker) {
        do {
            _ = try DerivationResolver(DocumentNames(model: model), entity)
                .resolve(derivation, as: DerivationValue(attribute))
        } catch {
            let reason = (error as? DerivationProblem)?.reason ?? "\(error)"
            let text = PredicatePrinter.format(DerivationSpelling.source(derivation))
            model.report(
                "its derivation '\(text)' cannot be computed: \(reason)", entity.name, attribute.traits.name)
        }
    }
}

/// Looks up the names of a derivation in a model file.
private struct DocumentNames: DerivationNames {
    let model: ModelChecker

    func name(of entity: EntityDocument) -> String { entity.name }

    func storedRelationship(
        _ name: String, of entity: EntityDocument
    ) -> (destination: EntityDocument, isToMany: Bool)? {
        guard let found = model.lookup.relationship(name, of: entity), !found.traits.isTransient,
            let destination = found.destinationEntityName.flatMap({ model.lookup.entity(named: $0) })
        else { return nil }
        return (destination, found.maxCount != 1)
    }

    func storedAttribute(_ name: String, of entity: EntityDocument) -> DerivationValue? {
        guard let found = model.lookup.attribute(name, of: entity)?.attribute, !found.traits.isTransient,
            found.derivation == nil
        else { return nil }
        return DerivationValue(found)
    }
}

extension DerivationValue {
    /// The kind of value that an attribute holds.
    fileprivate init(_ attribute: AttributeDocument) {
        let held = AttributeType.facts(of: attribute.type)?.held ?? .other
        self = attribute.allowsExternalBinaryDataStorage ? .external : held
    }
}
