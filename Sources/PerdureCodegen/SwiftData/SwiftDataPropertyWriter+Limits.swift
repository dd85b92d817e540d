// SPDX-License-Identifier: Apache-2.0
// What properties of a class with @Model cannot say. Part of SwiftDataPropertyWriter.swift.

import PerdureModelFormat

extension SwiftDataPropertyWriter {
    mutating func limit(_ traits: PropertyTraits, _ what: String) {
        limits.append("\(entity.name).\(traits.name): a property cannot say \(what)")
    }

    mutating func noteLimits(_ attribute: AttributeDocument) {
        let traits = attribute.traits
        noteLimits(traits)
        if attribute.derivation != nil {
            limit(traits, "that it is derived: compute it in the class, and migrate the store")
        }
        if attribute.type == AttributeType.undefined {
            limit(traits, "a transient value of any type to the model: migrate the store")
        }
        if attribute.type == AttributeType.transformable, attribute.valueTransformerName == nil {
            limit(traits, "a transformer without a name: the secure one is written")
        }
    }

    mutating func noteLimits(_ relationship: RelationshipDocument) {
        let traits = relationship.traits
        noteLimits(traits)
        if relationship.isOrdered {
            limit(traits, "an order: keep one in an attribute, and migrate the store")
        }
        if relationship.maxCount == 1, relationship.minCount != 0 {
            limit(traits, "a minimum of one: migrate the store")
        }
        if traits.isTransient { limit(traits, "that it is transient: migrate the store") }
    }

    private mutating func noteLimits(_ traits: PropertyTraits) {
        if SwiftDataNames.isTaken(traits.name) {
            limit(traits, "its name, which models have already: it is \(traits.name)Value now")
        }
        if !traits.validations.isEmpty { limit(traits, "its validation: check it in the class") }
        if !traits.userInfo.isEmpty { limit(traits, "its user info") }
    }
}
