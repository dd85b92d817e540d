// SPDX-License-Identifier: Apache-2.0
// What CloudKit refuses, so that the same model works in a container that mirrors itself there. Part of LintRules.swift.

import PerdureModelFormat

enum CloudRule: LintRule {
    static let names = ["cloudkit"]

    /// The raw value of `NSDeleteRule.denyDeleteRule`.
    private static let deny = 3

    static func check(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        guard model.isForCloud else { return }
        for entity in model.entities {
            func tell(_ property: String?, _ text: String) {
                report(LintFinding(.error, "cloudkit", entity.name, property, "CloudKit " + text))
            }
            if !entity.uniquenessConstraints.isEmpty {
                tell(nil, "has no uniqueness constraints: remove them, and join equal objects in the program")
            }
            for attribute in entity.attributes {
                if let text = objection(to: attribute) { tell(attribute.traits.name, text) }
            }
            for relationship in entity.relationships {
                for text in objections(to: relationship) { tell(relationship.traits.name, text) }
            }
        }
    }

    private static func objection(to attribute: AttributeDocument) -> String? {
        if attribute.traits.isTransient { return nil }
        if [AttributeType.undefined, AttributeType.objectID].contains(attribute.type) {
            return
                "stores no values of the type \(AttributeType.name(of: attribute.type)): choose another type"
        }
        guard !attribute.traits.isOptional, attribute.defaultValue == nil, attribute.derivation == nil else {
            return nil
        }
        return "needs attributes that are optional or have a default value: devices get records bit by bit"
    }

    private static func objections(to relationship: RelationshipDocument) -> [String] {
        var found: [String] = []
        if !relationship.traits.isOptional { found.append("needs optional relationships: make it optional") }
        if relationship.inverseName == nil { found.append("needs an inverse of each relationship: add one") }
        if relationship.isOrdered {
            found.append("keeps no order of members: make it unordered, and keep the order in an attribute")
        }
        if relationship.deleteRule == deny {
            found.append("has no delete rule Deny: choose another one")
        }
        return found
    }
}
