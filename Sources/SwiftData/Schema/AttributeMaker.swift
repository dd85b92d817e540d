// SPDX-License-Identifier: Apache-2.0
// Makes the description of one attribute. SchemaModel.swift makes those of entities.

import Foundation
import Perdure
import PerdureFoundationGaps

/// Describes an attribute as a model does.
struct AttributeMaker {
    private let attribute: Schema.Attribute
    private let form: ValueForm?

    /// Takes an attribute; without a class there is no form, and the attribute's own type says what it is.
    init(_ attribute: Schema.Attribute, _ form: ValueForm?) {
        self.attribute = attribute
        self.form = form
    }

    /// The description, without the name.
    var description: NSAttributeDescription {
        let result = typed
        result.isTransient = attribute.options.contains(.ephemeral)
        result.versionHashModifier = attribute.hashModifier
        result.preservesValueInHistoryOnDeletion = attribute.options.contains(.preserveValueOnDeletion)
        result.allowsCloudEncryption = attribute.options.contains(.allowsCloudEncryption)
        result.isIndexedBySpotlight = attribute.options.contains(.spotlight)
        if result.attributeType == .binaryDataAttributeType {
            result.allowsExternalBinaryDataStorage = attribute.options.contains(.externalStorage)
        }
        if let merging = attribute.options.lazy.compactMap(\.merging).first {
            result.userInfo = ["perdure.merge": merging.rawValue]
        }
        if let value = attribute.defaultValue, let stored = try? form?.stored(value, as: attribute.name) {
            if case .transformed? = form { return result }
            result.defaultValue = stored
        }
        return result
    }

    private var typed: NSAttributeDescription {
        if let composite = attribute as? Schema.CompositeAttribute { return self.composite(composite) }
        let result = NSAttributeDescription()
        if let name = attribute.options.lazy.compactMap(\.transformerName).first {
            result.attributeType = .transformableAttributeType
            result.valueTransformerName = name
            return result
        }
        result.attributeType = Self.type(of: form?.columnType ?? attribute.valueType)
        return result
    }

    private func composite(_ composite: Schema.CompositeAttribute) -> NSCompositeAttributeDescription {
        let result = NSCompositeAttributeDescription()
        result.elements = composite.properties.map(Self.element)
        switch form {
        case .rawValue: result.userInfo = ["EnumType": true]
        case .cases(let names), .payloads(let names, _):
            result.userInfo = ["EnumType": true, "enum": names]
        default: break
        }
        return result
    }

    private static func element(_ element: Schema.Attribute) -> NSAttributeDescription {
        let result: NSAttributeDescription
        if let nested = element as? Schema.CompositeAttribute {
            let composite = NSCompositeAttributeDescription()
            composite.elements = nested.properties.map(Self.element)
            result = composite
        } else {
            result = NSAttributeDescription()
            result.attributeType = type(of: element.valueType)
        }
        result.name = element.name
        if element.originalName != element.name { result.renamingIdentifier = element.originalName }
        result.isOptional = true
        return result
    }

    private static func type(of type: any Any.Type) -> NSAttributeType {
        let plain = (type as? any OptionalValue.Type)?.wrappedType ?? type
        return (plain as? any _PlainAttribute.Type)?._attributeType ?? .binaryDataAttributeType
    }
}
