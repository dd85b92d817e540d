// SPDX-License-Identifier: Apache-2.0
// Attributes in macro expansions. The type checker chooses the overload by the property's type. The accessors are in
// NSManagedObject+TypedAttributes.swift, in the same order.

import Foundation
import PerdureFoundationGaps

extension PropertyDeclaration {
    // The favoured overloads come first. Among the disfavoured ones, here and in PropertyDeclaration+Composites.swift, the type
    // checker takes the most specialised one.

    /// Declares an attribute whose Swift type maps directly to an attribute type.
    public static func attribute<T: _PlainAttribute>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        make(
            NSAttributeDescription(), name, T._attributeType, isOptional, value?._object,
            AttributeNames(originalName, hashModifier), nil, options)
    }

    /// Declares a decimal attribute.
    public static func attribute<T: NSDecimalNumber>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        make(
            NSAttributeDescription(), name, .decimalAttributeType, isOptional, value,
            AttributeNames(originalName, hashModifier), nil, options)
    }

    /// Declares an attribute that holds raw values.
    public static func attribute<T: RawRepresentable>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration where T.RawValue: _PlainAttribute {
        let swiftType = AttributeSwiftType(type) { T.RawValue._value(of: $0).flatMap(T.init) != nil }
        return make(
            NSAttributeDescription(), name, T.RawValue._attributeType, isOptional, value?.rawValue._object,
            AttributeNames(originalName, hashModifier), swiftType, options)
    }

    /// Declares a transformable attribute that holds a collection of plain values in a keyed archive.
    @_disfavoredOverload
    public static func attribute<T: _ArchivableAttribute>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        let swiftType = AttributeSwiftType(type, initialValue: value) { $0 is T }
        return make(
            NSAttributeDescription(), name, .transformableAttributeType, isOptional, nil,
            AttributeNames(originalName, hashModifier), swiftType, options)
    }

    /// Declares a transformable attribute that holds any Codable value as JSON.
    @_disfavoredOverload
    public static func attribute<T: Codable>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        CodableTransformer<T>.register()
        let swiftType = AttributeSwiftType(type, initialValue: value, codable: type) { $0 is T }
        let names = AttributeNames(originalName, hashModifier, CodableTransformer<T>.name)
        return make(
            NSAttributeDescription(), name, .transformableAttributeType, isOptional, nil, names, swiftType,
            options)
    }

    /// Declares a transformable attribute of a class that archives itself.
    @_disfavoredOverload
    public static func attribute<T: NSObject & NSSecureCoding>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        make(
            NSAttributeDescription(), name, .transformableAttributeType, isOptional, nil,
            AttributeNames(originalName, hashModifier),
            AttributeSwiftType(type, initialValue: value, archived: type) { $0 is T },
            options)
    }

    /// Declares a transformable attribute of any type, with the name of its transformer.
    public static func attribute<T>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, transformer: String,
        options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        make(
            NSAttributeDescription(), name, .transformableAttributeType, isOptional, nil,
            AttributeNames(originalName, hashModifier, transformer),
            AttributeSwiftType(type, initialValue: value),
            options)
    }

    /// Declares a transformable attribute of any type, with the class of its transformer.
    public static func attribute<T>(
        _ property: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil,
        hashModifier: String? = nil, transformer: ValueTransformer.Type,
        options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        let name = TypeName.bare(transformer)
        if ValueTransformer.named(name) == nil {
            ValueTransformer.setValueTransformer(
                ValueTransformer.make(transformer), forName: NSValueTransformerName(name))
        }
        return attribute(
            property, as: type, isOptional: isOptional, default: value, originalName: originalName,
            hashModifier: hashModifier, transformer: name, options: options)
    }

    /// Refuses a managed object, which an attribute cannot hold.
    @available(*, unavailable, message: "Mark a relationship with @Relationship.")
    public static func attribute<T: NSManagedObject>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil, hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        PropertyDeclaration(NSAttributeDescription())
    }
}
