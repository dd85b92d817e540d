// SPDX-License-Identifier: Apache-2.0
// Applies options to descriptions. Part of PropertyOption.swift.

import Foundation
import PerdurePredicates

extension PropertyDeclaration {
    /// Applies the options to the description, in their order.
    mutating func apply(_ options: [PropertyOption]) {
        for option in options { apply(option.kind) }
    }

    private mutating func apply(_ kind: PropertyOption.Kind) {
        switch kind {
        case .unique: isUnique = true
        case .indexed: description.facts.isIndexed = true
        case .spotlight: description.facts.isIndexedBySpotlight = true
        case .externalRecord: description.facts.isStoredInExternalRecord = true
        case .optional: description.isOptional = true
        case .required: description.isOptional = false
        case .transient: description.isTransient = true
        case .readOnly: description.facts.isReadOnly = true
        case .originalName(let name): description.renamingIdentifier = name
        case .hashModifier(let modifier): description.versionHashModifier = modifier
        case .userInfo(let entries): description.userInfo = entries
        case .limit(let limit): add(limit)
        case .validation(let format, let warning): add(format, warning)
        case .externalStorage, .cloudEncryption, .preservedOnDeletion, .noDefault, .type, .valueClass:
            applyToAttribute(kind)
        }
    }

    private mutating func applyToAttribute(_ kind: PropertyOption.Kind) {
        guard let attribute = description as? NSAttributeDescription else {
            fault = fault ?? TypedErrors.attributeOption(kind, property: description.name)
            return
        }
        switch kind {
        case .externalStorage: attribute.allowsExternalBinaryDataStorage = true
        case .cloudEncryption: attribute.allowsCloudEncryption = true
        case .preservedOnDeletion: attribute.preservesValueInHistoryOnDeletion = true
        case .noDefault: attribute.defaultValue = nil
        case .type(let type): attribute.attributeType = type
        case .valueClass(let name): attribute.attributeValueClassName = name
        default: break
        }
    }

    private func add(_ limit: PropertyOption.Limit) {
        if case .range(let least, let greatest) = limit {
            add(.minimum(least))
            return add(.maximum(greatest))
        }
        let (predicate, code) = limit.validation(
            isDate: (description as? NSAttributeDescription)?.attributeType == .dateAttributeType)
        description.facts.validationPredicates.append(NSPredicate.predicate(of: predicate))
        description.facts.validationWarnings.append(NSNumber(value: code))
    }

    private mutating func add(_ format: String, _ warning: PropertyOption.Warning) {
        do {
            description.facts.validationPredicates.append(try NSPredicate(validating: format))
        } catch {
            fault = fault ?? TypedErrors.unreadable(format, of: description.name, error)
            return
        }
        switch warning {
        case .text(let text): description.facts.validationWarnings.append(text)
        case .code(let code): description.facts.validationWarnings.append(NSNumber(value: code))
        }
    }
}

extension PropertyOption.Limit {
    /// The predicate and the error code that model files use for a limit.
    func validation(isDate: Bool) -> (PredicateNode, Int) {
        switch self {
        case .minimum(let value), .range(let value, _):
            (compare(.evaluatedObject, .greaterThanOrEqual, value), isDate ? 1640 : 1620)
        case .maximum(let value):
            (compare(.evaluatedObject, .lessThanOrEqual, value), isDate ? 1630 : 1610)
        case .minimumLength(let length):
            (compare(.key("length"), .greaterThanOrEqual, .integer(Int64(length))), 1670)
        case .maximumLength(let length):
            (compare(.key("length"), .lessThanOrEqual, .integer(Int64(length))), 1660)
        case .pattern(let pattern): (compare(.evaluatedObject, .matches, .string(pattern)), 1680)
        }
    }

    private func compare(
        _ subject: ExpressionNode, _ comparison: ComparisonNode.Comparison, _ value: ConstantValue
    ) -> PredicateNode {
        .comparison(ComparisonNode(subject, comparison, .constant(value)))
    }
}
