// SPDX-License-Identifier: Apache-2.0
// What the overloads of PropertyDeclaration+Attributes.swift have in common, and transient attributes.

import Foundation

/// The original name and the hash modifier of an attribute.
struct AttributeNames {
    let original: String?
    let hashModifier: String?
    let transformer: String?

    init(_ original: String?, _ hashModifier: String?, _ transformer: String? = nil) {
        self.original = original
        self.hashModifier = hashModifier
        self.transformer = transformer
    }
}

extension PropertyDeclaration {
    static func make(
        _ description: NSAttributeDescription, _ name: String, _ type: NSAttributeType, _ isOptional: Bool,
        _ value: Any?, _ names: AttributeNames, _ swiftType: AttributeSwiftType?, _ options: [PropertyOption]
    ) -> PropertyDeclaration {
        description.name = name
        description.attributeType = type
        description.isOptional = isOptional
        description.defaultValue = value
        description.valueTransformerName = names.transformer?.isEmpty == true ? nil : names.transformer
        description.attributeFacts.swiftType = swiftType
        return finished(description, names, options)
    }

    /// Adds the original name, the hash modifier and the options.
    static func finished(
        _ description: NSPropertyDescription, _ names: AttributeNames, _ options: [PropertyOption]
    ) -> PropertyDeclaration {
        description.renamingIdentifier = names.original
        description.versionHashModifier = names.hashModifier
        var declaration = PropertyDeclaration(description)
        declaration.apply(options)
        return declaration
    }

    /// Declares an attribute that lives in memory only, of a type that maps directly to an attribute type.
    public static func transient<T: _PlainAttribute>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil, hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        attribute(
            name, as: type, isOptional: isOptional, default: value, originalName: originalName,
            hashModifier: hashModifier, options: [.transient] + options)
    }

    /// Declares an attribute that lives in memory only, of any type.
    @_disfavoredOverload
    public static func transient<T>(
        _ name: String, as type: T.Type, isOptional: Bool = false, default value: T? = nil,
        originalName: String? = nil, hashModifier: String? = nil, options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        make(
            NSAttributeDescription(), name, .undefinedAttributeType, isOptional, nil,
            AttributeNames(originalName, hashModifier), AttributeSwiftType(type, initialValue: value),
            [.transient] + options)
    }
}
