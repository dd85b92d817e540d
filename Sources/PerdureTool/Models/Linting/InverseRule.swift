// SPDX-License-Identifier: Apache-2.0
// Relationships and the rules of their deletion. Part of LintRules.swift.

import PerdureModelFormat

/// Relationships that only one side knows.
enum InverseRule: LintRule {
    static let names = ["missing-inverse", "missing-destination"]

    static func check(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        for entity in model.entities {
            for relationship in entity.relationships {
                let name = relationship.traits.name
                if relationship.destinationEntityName == nil {
                    report(
                        LintFinding(
                            .error, "missing-destination", entity.name, name,
                            "the relationship leads to no entity; choose its destination"))
                } else if relationship.inverseName == nil {
                    report(
                        LintFinding(
                            .warning, "missing-inverse", entity.name, name,
                            "the relationship has no inverse: a deletion of its destination leaves it dangling; "
                                + "add a relationship back, and make each the inverse of the other"))
                }
            }
        }
    }
}

/// Delete rules that leave objects behind which cannot be saved, or dangle.
enum DeletionRule: LintRule {
    static let names = ["nullify-mandatory", "no-action", "cascade-both"]

    /// The raw values of `NSDeleteRule`.
    private static let (noAction, nullify, cascade) = (0, 1, 2)

    static func check(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        for entity in model.entities {
            for relationship in entity.relationships {
                if let finding = finding(relationship, of: entity, model) { report(finding) }
            }
        }
    }

    private static func finding(
        _ relationship: RelationshipDocument, of entity: EntityDocument, _ model: LintedModel
    ) -> LintFinding? {
        let name = relationship.traits.name
        let inverse = model.inverse(of: relationship)
        switch relationship.deleteRule {
        case nullify:
            guard let inverse, !inverse.traits.isOptional, inverse.maxCount == 1 else { return nil }
            let other = "\(relationship.destinationEntityName ?? "?").\(inverse.traits.name)"
            return LintFinding(
                .warning, "nullify-mandatory", entity.name, name,
                "deleting the object sets \(other) to nil, which is mandatory, so the save fails; let it cascade or "
                    + "deny, or make \(other) optional")
        case noAction where inverse != nil:
            return LintFinding(
                .warning, "no-action", entity.name, name,
                "deleting the object leaves references to it in the store; choose another delete rule")
        case cascade where inverse?.deleteRule == cascade && inverse?.maxCount != 1:
            return LintFinding(
                .warning, "cascade-both", entity.name, name,
                "both sides cascade: deleting one object deletes all that are connected with it; let one side nullify"
            )
        default: return nil
        }
    }
}
