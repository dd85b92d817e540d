// SPDX-License-Identifier: Apache-2.0
// One property of an entity, as its objects see it. EntityBinding.swift has the properties by slot.

import Foundation
import PerdureStore

/// One slot of an entity, as its objects see it.
///
/// A class, so that passing one on costs one reference count and no copy.
package final class SlotProperty {
    package let slot: Int
    package let name: String
    package let isTransient: Bool
    /// Whether nil is valid.
    package let isOptional: Bool
    /// Whether the store computes the value.
    let isComputed: Bool
    package let description: NSPropertyDescription
    /// How an attribute merges; nil for all others.
    package let merge: MergeRule?
    /// How an attribute's values are converted; nil for a relationship.
    package let coding: AttributeCoding?
    /// The facts that the declaring class gives about an attribute.
    let swiftType: AttributeSwiftType?
    /// The two ends of a relationship; nil for an attribute.
    package let relationship: RelationshipBinding?
    let initialValue: SlotValue
    /// Whether a value of the right class may be invalid.
    let needsValidation: Bool
    /// Whether a value that is not nil may be invalid, although its class and range are right.
    let hasRules: Bool
    /// The test that shows most valid values to be valid; nil where the attribute has rules.
    let plainRule: PlainRule?

    init(_ property: PropertyLayout, _ description: NSPropertyDescription) {
        slot = property.slot
        name = property.name
        isTransient = property.isTransient
        isComputed = property.isComputed
        isOptional = property.isOptional || description.isOptionalInMemory
        self.description = description
        let merge = property.merge
        self.merge = merge
        coding = (description as? NSAttributeDescription).map { AttributeCoding($0, merge: merge) }
        relationship = property.relationship.map { RelationshipBinding($0, description) }
        // A default value of a wrong class was refused when the model was put to use.
        let attribute = description as? NSAttributeDescription
        swiftType = attribute?.attributeFacts.swiftType
        let preset = attribute?.defaultValue ?? swiftType?.initialValue
        let initial = coding.flatMap { try? $0.slotValue(preset) } ?? .null
        initialValue = initial.isNull ? coding?.elementDefaults ?? .null : initial.asDefault
        let isBounded = relationship.map { $0.description.minCount > 0 || $0.isBounded } ?? false
        // A mandatory number may be NaN, which counts as missing.
        let mayBeNaN = !isOptional && coding.map { $0.type == .double || $0.type == .float } ?? false
        // The store computes a derived value; only a missing one is an error.
        let hasOwnRules =
            !property.isComputed
            && (!description.validationPredicates.isEmpty || isBounded
                || coding?.hasMandatoryElements ?? false || description.hasElementRules
                || swiftType?.reads != nil)
        hasRules = hasOwnRules || mayBeNaN
        // Without bounds any number of members is valid, none too.
        let mayBeMissing = !isOptional && relationship?.isToMany != true
        let isRanged = !property.isComputed && coding?.needsRangeCheck ?? false
        needsValidation = hasRules || mayBeMissing || isRanged
        plainRule =
            hasOwnRules || merge != nil
            ? nil : coding.flatMap { [slot, isOptional] in PlainRule($0.type, slot, allowsNull: isOptional) }
    }

    package var isToMany: Bool { relationship?.isToMany ?? false }

    /// What the slot holds, for accessors.
    var kind: SlotKind {
        if let relationship { return relationship.isToMany ? .toMany : .toOne }
        return isComputed || merge != nil ? .other : SlotKind(coding?.type)
    }
}

/// The two ends of a relationship, as objects see them.
package final class RelationshipBinding {
    package let description: NSRelationshipDescription
    let destination: Int32
    package let isToMany: Bool
    let isOrdered: Bool
    let inverseSlot: Int?
    let isInverseToMany: Bool

    init(_ layout: RelationshipLayout, _ description: NSPropertyDescription) {
        // The layout was compiled from this very description.
        self.description = description as! NSRelationshipDescription
        destination = layout.destination
        isToMany = layout.isToMany
        isOrdered = layout.isOrdered
        inverseSlot = layout.inverseSlot
        isInverseToMany = layout.inverseSlot != nil && !layout.isExclusive
    }

    var isBounded: Bool { isToMany && description.maxCount > 0 }
}
