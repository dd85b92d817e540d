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
    var copy: (from: Int, to: Int)?
    /// The property of the source whose value is taken; nil for any other expression.
    var sourceKey: String?
    /// The number type that values are converted to, where that of the source differs.
    var numberType: NSAttributeType?
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
        if old.attributeType != attribute.attributeType {
            if old.attributeType.isNumeric, attribute.attributeType.isNumeric {
                rule.numberType = attribute.attributeType
            }
            return
        }
        guard attribute.attributeType.isCopied, !rule.keepsDefault, !old.isTransient, !attribute.isTransient,
            let from = EntityBinding.of(source).property(named: old.name),
            let to = EntityBinding.of(entity).property(named: attribute.name),
            from.merge == nil, to.merge == nil
        else { return }
        rule.copy = (from.slot, to.slot)
    }
}

extension NSAttributeType {
    /// Whether a stored value of the type means the same in every entity.
    fileprivate var isCopied: Bool {
        switch self {
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType,
            .compositeAttributeType:
            false
        default: true
        }
    }

    fileprivate var isNumeric: Bool {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .decimalAttributeType,
            .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
            true
        default: false
        }
    }

    /// A number converted to the type, as a migration in place does it.
    ///
    /// A fraction is cut off, and anything but 0 is true.
    ///
    /// - Returns: nil for a number that the type cannot hold.
    func number(_ number: NSNumber) -> NSNumber? {
        let decimal = (number as? NSDecimalNumber)?.decimalValue ?? Decimal(string: number.stringValue)
        switch self {
        case .booleanAttributeType: return NSNumber(value: number.doubleValue != 0)
        case .doubleAttributeType: return NSNumber(value: number.doubleValue)
        case .floatAttributeType:
            let value = number.floatValue
            return value.isInfinite && !number.doubleValue.isInfinite ? nil : NSNumber(value: value)
        case .decimalAttributeType: return decimal.map { NSDecimalNumber(decimal: $0) }
        default: return integer(number)
        }
    }

    private func integer(_ number: NSNumber) -> NSNumber? {
        let isWhole = !["d", "f"].contains(String(cString: number.objCType)) && !(number is NSDecimalNumber)
        guard let value = isWhole ? number.int64Value : Int64(exactly: number.doubleValue.rounded(.towardZero))
        else { return nil }
        let range: ClosedRange<Int64> =
            switch self {
            case .integer16AttributeType: Int64(Int16.min)...Int64(Int16.max)
            case .integer32AttributeType: Int64(Int32.min)...Int64(Int32.max)
            default: Int64.min...Int64.max
            }
        return range.contains(value) ? NSNumber(value: value) : nil
    }
}
