// SPDX-License-Identifier: Apache-2.0
// Attributes that merge. In generated classes, sets and dictionaries have accessors of their own; counters and values have
// the accessors of their types. MacroMerging.swift has the arguments of @Mergeable. Listed in Kinds/AttributeCodes.swift.

import PerdureAccessorText
import PerdureModelFormat

/// Attributes that merge.
enum MergedCode: AttributeCode {
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode? {
        guard let merging = try MergeDocument(attribute, entity: entity) else { return nil }
        let types = accessors.types
        switch merging.kind {
        case .counter, .value: return nil
        case .set:
            let element = merging.elements.swiftType(types)
            let type = "\(types.swift("Set"))<\(element)>"
            return AccessorCode(
                type, slot.mergeableSet(of: element),
                primitive: .init("\(type)?", slot.primitiveMergeableSet(of: element)))
        case .dictionary:
            let type = "[\(types.swift("String")): Any]"
            return AccessorCode(
                type, slot.mergeableDictionary(of: "Any"), primitive: .value(type, at: slot))
        }
    }

    static func shape(_ text: inout MacroAttribute) throws {
        guard !text.attribute.isComputed,
            let merging = try MacroMerging(text.attribute, entity: text.entity, text.names)
        else { return }
        text.attribute.traits.userInfo = merging.otherInfo
        text.macrosBelow.append(MacroText.macro("Mergeable", merging.arguments))
        guard let collection = merging.collection else { return }
        text.type = collection
        text.isNeverNil = true
    }
}
