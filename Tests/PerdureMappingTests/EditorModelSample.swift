// SPDX-License-Identifier: Apache-2.0
// An archived model of the editor, as sources of mapping models hold it, made of a model in code.

import Foundation
import PerdureModelFormat
import PerdurePropertyList

/// Writes the archive, with the classes and keys that the reader looks at.
struct EditorModelSample {
    private var builder = KeyedArchiveBuilder()
    private var entities: [String: Int] = [:]
    private var properties: [String: Int] = [:]

    /// The archive of a model.
    static func archive(_ model: ModelDocument) throws -> Data {
        var sample = EditorModelSample()
        return try sample.write(model)
    }

    private mutating func write(_ model: ModelDocument) throws -> Data {
        for entity in model.entities {
            entities[entity.name] = builder.reserve()
            for relationship in entity.relationships {
                properties["\(entity.name).\(relationship.traits.name)"] = builder.reserve()
            }
        }
        var buckets: [(PropertyListValue, PropertyListValue)] = []
        for entity in model.entities {
            define(entity)
            buckets.append((builder.add(string: entity.name), reference(entities[entity.name])))
        }
        let package = builder.add(
            classes: ["XDModelPackage", "NSObject"],
            fields: ["XDBucketForClassesstorage": builder.add(entries: buckets, mutable: true)])
        let root = builder.add(
            classes: ["XDPMModel", "XDModel", "NSObject"], fields: ["_xd_rootPackage": package])
        return try builder.archive(root: root)
    }

    private func reference(_ uid: Int?) -> PropertyListValue {
        uid.map { .uid($0) } ?? KeyedArchiveBuilder.null
    }

    private mutating func define(_ entity: EntityDocument) {
        var owned: [(PropertyListValue, PropertyListValue)] = []
        for attribute in entity.attributes {
            owned.append((builder.add(string: attribute.traits.name), add(attribute)))
        }
        for relationship in entity.relationships {
            let uid = properties["\(entity.name).\(relationship.traits.name)"] ?? 0
            define(relationship, uid)
            owned.append((builder.add(string: relationship.traits.name), .uid(uid)))
        }
        var fields: [String: PropertyListValue] = [
            "_name": builder.add(string: entity.name),
            "XDBucketForOwnedAttributesstorage": builder.add(entries: owned, mutable: true),
            "XDBucketForStereotypesstorage": add(stereotype: [
                "XD_PSK_isAbstract": builder.add(value: .boolean(entity.isAbstract)),
                "XD_PSK_elementID": builder.add(string: entity.renamingIdentifier),
            ]),
        ]
        if let parent = entity.superentityName {
            let link = builder.add(
                classes: ["XDUMLGeneralizationImp", "NSObject"],
                fields: ["_general": reference(entities[parent])])
            fields["XDBucketForGeneralizationsstorage"] = builder.add(array: [link], mutable: true)
        }
        builder.define(
            entities[entity.name] ?? 0, classes: ["XDPMEntity", "XDUMLClassImp", "NSObject"], fields: fields)
    }

    private mutating func add(_ attribute: AttributeDocument) -> PropertyListValue {
        let values = [
            "XD_PPSK_isOptional": builder.add(value: .boolean(attribute.traits.isOptional)),
            "XD_PPSK_elementID": builder.add(string: attribute.traits.renamingIdentifier),
            "XD_PAttK_attributeType": builder.add(value: .integer(Int64(attribute.type))),
        ]
        let fields = [
            "_name": builder.add(string: attribute.traits.name),
            "XDBucketForStereotypesstorage": add(stereotype: values),
        ]
        return builder.add(classes: ["XDPMAttribute", "XDPMProperty", "NSObject"], fields: fields)
    }

    private mutating func define(_ relationship: RelationshipDocument, _ uid: Int) {
        let destination = relationship.destinationEntityName ?? ""
        let values = [
            "XD_PPSK_isOptional": builder.add(value: .boolean(relationship.traits.isOptional)),
            "XD_PPSK_elementID": builder.add(string: relationship.traits.renamingIdentifier),
            "XD_PRK_isToMany": builder.add(value: .boolean(relationship.maxCount != 1)),
            "XD_PRK_maxCount": builder.add(value: .integer(Int64(relationship.maxCount))),
            "XD_PRK_minCount": builder.add(value: .integer(Int64(relationship.minCount))),
            "XD_PRK_destination": reference(entities[destination]),
            "XD_PRK_inverseRelationship": reference(
                properties["\(destination).\(relationship.inverseName ?? "")"]),
            "XD_PRK_ordered": builder.add(value: .boolean(relationship.isOrdered)),
        ]
        let fields = [
            "_name": builder.add(string: relationship.traits.name),
            "XDBucketForStereotypesstorage": add(stereotype: values),
        ]
        builder.define(uid, classes: ["XDPMRelationship", "XDPMProperty", "NSObject"], fields: fields)
    }

    private mutating func add(stereotype values: [String: PropertyListValue]) -> PropertyListValue {
        let entries = values.map { key, value in
            let property = builder.add(
                classes: ["XDUMLPropertyImp", "NSObject"], fields: ["_default": value])
            return (key: builder.add(string: key), value: property)
        }
        let stereotype = builder.add(
            classes: ["XDUMLStereotypeImp", "NSObject"],
            fields: ["XDBucketForOwnedAttributesstorage": builder.add(entries: entries, mutable: true)])
        return builder.add(entries: [(builder.add(string: "S"), stereotype)], mutable: true)
    }
}
