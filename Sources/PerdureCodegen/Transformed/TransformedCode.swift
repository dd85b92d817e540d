// SPDX-License-Identifier: Apache-2.0
// Transformable attributes: in generated classes objects of the model's class, in macro classes
// @Attribute(transformer:). Listed in Kinds/AttributeCodes.swift.

import PerdureAccessorText
import PerdureModelFormat

enum TransformedCode: AttributeCode {
    static func accessor(
        _ attribute: AttributeDocument, at slot: SlotText, entity: String, _ accessors: AttributeAccessors
    ) throws -> AccessorCode? {
        guard attribute.type == AttributeType.transformable else { return nil }
        return .cast(to: try type(of: attribute, entity, accessors), at: slot)
    }

    private static func type(
        of attribute: AttributeDocument, _ entity: String, _ accessors: AttributeAccessors
    ) throws -> String {
        var name = attribute.valueClassName ?? ""
        if name.hasPrefix(".") { name.removeFirst() }
        if name.hasPrefix(accessors.module + ".") { name.removeFirst(accessors.module.count + 1) }
        guard !name.isEmpty, name != "NSObject" else { return accessors.types.foundation("NSObject") }
        return try accessors.checked(name, "custom class", attribute, entity)
    }

    static func shape(_ text: inout MacroAttribute) {
        guard text.attribute.type == AttributeType.transformable else { return }
        text.nameClass()
        text.type = text.type ?? object(text.attribute.valueClassName)
        guard !text.attribute.isComputed else { return }
        text.isTransientSaid = true
        if text.attribute.traits.isTransient { text.lastOptions.append(".transient") }
        let transformer = SwiftName.literal(text.attribute.valueTransformerName ?? "")
        text.labelled.append("transformer: \(transformer)")
    }

    /// The type of the values: a class that Linux has too, or NSObject.
    static func object(_ className: String?) -> String {
        className.map { foundationClasses.contains($0) ? $0 : "NSObject" } ?? "NSObject"
    }

    private static let foundationClasses: Set = [
        "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSString", "NSNumber", "NSData", "NSDate",
        "NSURL",
        "NSUUID", "NSAttributedString", "NSMutableArray", "NSMutableDictionary",
    ]
}
