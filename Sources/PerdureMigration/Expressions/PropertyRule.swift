// SPDX-License-Identifier: Apache-2.0
// How one property of a destination object is set. MappingPlan.swift has the rules of whole entities.

import Foundation
import Perdure
import PerdureMapping
import PerdureModel
import PerdurePredicates
import PerdureStore

/// One property mapping with its expression.
struct PropertyRule {
    let mapping: NSPropertyMapping
    let name: String
    let property: NSPropertyDescription
    let node: ExpressionNode
    /// The slots, where the stored value is copied as it is.
    var copy: SlotCopy?
    /// The property of the source whose value is taken; nil for any other expression.
    var sourceKey: String?
    /// Whether nil leaves the default value in place.
    var keepsDefault = false
}

/// Makes the rules of one entity mapping.
struct PropertyRules {
    let mapping: NSEntityMapping
    let source: NSEntityDescription?
    let check: ExpressionCheck

    /// The rules of the attribute mappings that have an expression.
    func attributes(of entity: NSEntityDescription) throws -> [PropertyRule] {
        try (mapping.attributeMappings ?? []).compactMap { mapped in
            let name = mapped.name ?? ""
            guard let attribute = entity.attributesByName[name] else {
                throw MigrationErrors.unknownProperty(name, "attribute", mapping)
            }
            // The store computes these.
            guard let node = try expression(of: mapped), !attribute.isComputed else { return nil }
            var rule = PropertyRule(mapping: mapped, name: name, property: attribute, node: node)
            rule.sourceKey = node.copiedKey
            adapt(&rule, to: attribute, of: entity)
            return rule
        }
    }

    /// The rules of the relationship mappings that have an expression.
    func relationships(of entity: NSEntityDescription) throws -> [PropertyRule] {
        try (mapping.relationshipMappings ?? []).compactMap { mapped in
            let name = mapped.name ?? ""
            guard let relationship = entity.relationshipsByName[name] else {
                throw MigrationErrors.unknownProperty(name, "relationship", mapping)
            }
            guard let node = try expression(of: mapped) else { return nil }
            return PropertyRule(mapping: mapped, name: name, property: relationship, node: node)
        }
    }

    private func expression(of mapped: NSPropertyMapping) throws -> ExpressionNode? {
        try check.check(mapped.valueExpression?.node, of: mapped.name)
        return mapped.valueExpression?.node
    }

    /// Finds out whether the stored value can be copied, or how it is converted.
    private func adapt(
        _ rule: inout PropertyRule, to attribute: NSAttributeDescription, of entity: NSEntityDescription
    ) {
        guard let source, let old = rule.sourceKey.flatMap({ source.attributesByName[$0] }) else { return }
        let isInferred = (mapping.name ?? "").hasPrefix("IEM_")
        rule.keepsDefault = isInferred && !attribute.isOptional && attribute.defaultValue != nil
        let (former, binding) = (EntityBinding.of(source), EntityBinding.of(entity))
        guard let from = former.property(named: old.name), let to = binding.property(named: attribute.name)
        else { return }
        rule.copy = SlotCopy(from: from, to: to)
        if rule.copy == nil, isInferred {
            rule.copy = SlotCopy(inferredFrom: from, of: former, to: to, of: binding)
        }
        rule.copy?.keepsDefault = rule.keepsDefault && old.isOptional
    }
}
