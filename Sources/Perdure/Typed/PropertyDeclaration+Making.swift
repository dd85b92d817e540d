// SPDX-License-Identifier: Apache-2.0
// What the forms of PropertyDeclaration+Attributes.swift have in common, transient and derived attributes.

import Foundation
import PerdureModelFormat
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// The names that an attribute has besides its own.
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

    /// Adds the other names and the options.
    static func finished(
        _ description: NSPropertyDescription, _ names: AttributeNames, _ options: [PropertyOption]
    ) -> PropertyDeclaration {
        description.renamingIdentifier = names.original
        description.versionHashModifier = names.hashModifier
        var declaration = PropertyDeclaration(description)
        declaration.apply(options)
        return declaration
    }

    static func composite<T: CompositeValue>(
        _ name: String, _ type: T.Type, _ isOptional: Bool, _ value: T?, _ names: AttributeNames,
        _ options: [PropertyOption]
    ) -> PropertyDeclaration {
        let description = NSCompositeAttributeDescription()
        description.attributeFacts.compositeName = TypeName.bare(type)
        do {
            let layout = try CompositeLayout.of(type)
            description.elements = try layout.elements(of: type, hasDefaults: value != nil)
            let values = try value.map { try CompositeEncoder.dictionary(of: $0) }
            // Elements with default values make the initial value anyway; nothing but nil is stored as nil.
            let isSaid = values.map {
                NSDictionary(dictionary: $0) == NSDictionary(dictionary: layout.defaults)
            }
            let swiftType = AttributeSwiftType(type, composite: type) {
                ($0 as? [String: Any]).flatMap { CompositeDecoder.value(type, $0) } != nil
            }
            return make(
                description, name, .compositeAttributeType,
                isOptional || layout.members.allSatisfy(\.isOptional),
                isSaid == false ? values : nil, names, swiftType, options)
        } catch {
            var declaration = make(
                description, name, .compositeAttributeType, isOptional, nil, names, nil, options)
            declaration.fault = TypedErrors.notComposite(type, property: name, error)
            return declaration
        }
    }

    /// Declares an attribute that lives in memory only, of a type that attributes have.
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

    /// Declares an attribute that the store computes.
    public static func derived<T: _PlainAttribute>(
        _ name: String, as type: T.Type, isOptional: Bool = false, expression: String,
        default value: T? = nil, originalName: String? = nil, hashModifier: String? = nil,
        options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        let description = NSDerivedAttributeDescription()
        // As model files have it.
        description.facts.isReadOnly = true
        var declaration = make(
            description, name, T._attributeType, isOptional, value?._object,
            AttributeNames(originalName, hashModifier), nil, options)
        do {
            let node = try NSExpression(validating: expression).node
            description.derivationExpression = NSExpression(node: DerivationSpelling.compiled(node))
        } catch {
            declaration.fault = TypedErrors.unreadable(expression, of: name, error)
        }
        return declaration
    }
}
