// SPDX-License-Identifier: Apache-2.0
// Attributes, relationships and fetched properties in compiled models. Part of CompiledModelWriter.swift.

import PerdurePredicates
import PerdurePropertyList

extension CompiledModelWriter {
    private typealias Fields = [String: PropertyListValue]

    /// Defines the properties that stand in an entity and adds their dictionary.
    mutating func add(propertiesOf entity: EntityDocument) throws -> PropertyListValue {
        var uids: [String: Int] = [:]
        for source in sources(of: entity) {
            let indexed = source.singlyIndexedNames
            for attribute in source.attributes {
                guard let uid = uid(of: attribute.traits, in: entity) else { continue }
                uids[attribute.traits.name] = uid
                try define(
                    attribute, uid: uid, in: entity, isIndexed: indexed.contains(attribute.traits.name))
            }
            for relationship in source.relationships {
                guard let uid = uid(of: relationship.traits, in: entity) else { continue }
                uids[relationship.traits.name] = uid
                try define(
                    relationship, uid: uid, in: entity, isIndexed: indexed.contains(relationship.traits.name))
            }
            for property in source.fetchedProperties {
                guard let uid = uid(of: property.traits, in: entity) else { continue }
                uids[property.traits.name] = uid
                try define(property, uid: uid, in: entity)
            }
        }
        let sorted = uids.inByteOrder(of: \.key)
        return builder.add(
            entries: sorted.map { (builder.add(string: $0.key), .uid($0.value)) }, mutable: true)
    }

    private func uid(of traits: PropertyTraits, in entity: EntityDocument) -> Int? {
        propertyUIDs[PropertyKey(entity: entity.name, property: traits.name)]
    }

    /// The fields that all kinds of property have.
    private mutating func fields(
        _ traits: PropertyTraits, in entity: EntityDocument?, isIndexed: Bool, isOrdered: Bool = false
    ) throws -> Fields {
        var fields: Fields = [
            "NSPropertyName": builder.add(string: traits.name), "NSEntity": reference(to: entity?.name),
            "NSRenamingIdentifier": builder.add(string: traits.renamingIdentifier ?? traits.name),
            "_P": .integer(Self.flagWord(traits, isOrdered: isOrdered)),
        ]
        if traits.isOptional { fields["NSIsOptional"] = .boolean(true) }
        if traits.isTransient { fields["NSIsTransient"] = .boolean(true) }
        if traits.isReadOnly { fields["NSIsReadOnly"] = .boolean(true) }
        if traits.isIndexed || isIndexed { fields["NSIsIndexed"] = .boolean(true) }
        if traits.isIndexedBySpotlight { fields["NSIsIndexedBySpotlight"] = .boolean(true) }
        if traits.isStoredInExternalRecord { fields["NSIsStoredInExternalRecord"] = .boolean(true) }
        if !traits.userInfo.isEmpty { fields["NSUserInfo"] = add(userInfo: traits.userInfo) }
        if let modifier = traits.versionHashModifier {
            fields["NSVersionHashModifier"] = builder.add(string: modifier)
        }
        if !traits.validations.isEmpty {
            try add(traits.validations, to: &fields, owner: (entity?.name, traits.name))
        }
        return fields
    }

    /// The word of flags (`_P`) that Apple's files have beside the single flags.
    ///
    /// A set upper bit says that the property lacks something.
    private static func flagWord(_ traits: PropertyTraits, isOrdered: Bool) -> Int64 {
        var word: Int64 = 0x01
        if traits.isOptional { word |= 0x02 }
        if traits.isReadOnly { word |= 0x04 }
        if traits.isTransient { word |= 0x08 }
        if traits.validations.isEmpty { word |= 0x30 }
        if traits.userInfo.isEmpty { word |= 0x40 }
        if traits.versionHashModifier == nil { word |= 0x80 }
        if isOrdered { word |= 0x400 }
        return word
    }

    private mutating func add(
        _ validations: [ValidationDocument], to fields: inout Fields,
        owner: (entity: String?, property: String)
    ) throws {
        var predicates: [PropertyListValue] = []
        var warnings: [PropertyListValue] = []
        for validation in validations {
            predicates.append(
                try placing(owner.entity, owner.property) { try $0.add(predicate: validation.predicate) })
            switch validation.warning {
            case .text(let text): warnings.append(builder.add(string: text))
            case .code(let code): warnings.append(builder.add(value: .integer(Int64(code))))
            }
        }
        fields["NSValidationPredicates"] = builder.add(array: predicates, mutable: true)
        fields["NSValidationWarnings"] = builder.add(array: warnings, mutable: true)
    }

    /// Runs an addition to the archive, and adds the entity and the property to its errors.
    mutating func placing<Value>(
        _ entity: String?, _ property: String?, _ add: (inout KeyedArchiveBuilder) throws -> Value
    ) throws -> Value {
        do { return try add(&builder) } catch var error as ModelFormatError {
            error.entity = error.entity ?? entity
            error.property = error.property ?? property
            throw error
        }
    }

    mutating func define(
        _ attribute: AttributeDocument, uid: Int, in entity: EntityDocument?, isIndexed: Bool
    ) throws {
        var object = ArchivedAttribute(
            fields: try fields(attribute.traits, in: entity, isIndexed: isIndexed))
        let className = attribute.valueClassName ?? AttributeType.valueClassName(of: attribute.type)
        object.fields["NSAttributeType"] = .integer(Int64(attribute.type))
        object.fields["NSAttributeValueClassName"] = builder.add(string: className)
        for kind in AttributeKinds.all { kind.writeNames(attribute, to: &object, &self) }
        object.fields["NSDefaultValue"] = try add(defaultOf: attribute, in: entity)
        if attribute.allowsCloudEncryption { object.fields["NSAllowsCloudEncryption"] = .boolean(true) }
        if attribute.preservesValueInHistoryOnDeletion { object.flags |= AttributeFlags.preservedInHistory }
        for kind in AttributeKinds.all { try kind.write(attribute, in: entity, to: &object, &self) }
        object.fields["NSFlagsKey"] = .integer(object.flags)
        let classes = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]
        builder.define(
            uid, classes: (object.className.map { [$0] } ?? []) + classes, fields: object.fields)
    }

    private mutating func add(defaultOf attribute: AttributeDocument, in entity: EntityDocument?) throws
        -> PropertyListValue
    {
        guard let value = attribute.defaultValue, value != .null else { return KeyedArchiveBuilder.null }
        guard let plain = value.plainValue else {
            // A model cache may leave out a default of the program's own class: no version hash counts defaults.
            if isCache, AttributeKinds.all.contains(where: { $0.mayOmitDefault(of: attribute) }) {
                return KeyedArchiveBuilder.null
            }
            throw ModelFormatError(
                .unsupported,
                "the default value is an object that cannot be archived; set it in awakeFromInsert",
                entity: entity?.name, property: attribute.traits.name)
        }
        return try builder.add(plain: plain)
    }

    private mutating func define(
        _ relationship: RelationshipDocument, uid: Int, in entity: EntityDocument, isIndexed: Bool
    ) throws {
        var fields = try fields(
            relationship.traits, in: entity, isIndexed: isIndexed, isOrdered: relationship.isOrdered)
        fields["NSDestinationEntity"] = reference(to: relationship.destinationEntityName)
        fields["_NSDestinationEntityName"] = builder.add(string: relationship.destinationEntityName)
        fields["NSInverseRelationship"] = inverse(of: relationship)
        fields["_NSInverseRelationshipName"] = builder.add(string: relationship.inverseName)
        fields["NSMinCount"] = .integer(Int64(relationship.minCount))
        fields["NSMaxCount"] = .integer(relationship.maxCount == .max ? -1 : Int64(relationship.maxCount))
        fields["NSDeleteRule"] = .integer(Int64(relationship.deleteRule))
        if relationship.isOrdered { fields["NSIsOrdered"] = .boolean(true) }
        builder.define(
            uid, classes: ["NSRelationshipDescription", "NSPropertyDescription", "NSObject"], fields: fields)
    }

    /// The reference to the inverse, which the destination entity or one of its ancestors declares.
    private func inverse(of relationship: RelationshipDocument) -> PropertyListValue {
        guard let name = relationship.inverseName,
            let destination = relationship.destinationEntityName.flatMap({ entities[$0] })
        else { return KeyedArchiveBuilder.null }
        for entity in lineage(of: destination).reversed() {
            if let uid = propertyUIDs[PropertyKey(entity: entity.name, property: name)] { return .uid(uid) }
        }
        return KeyedArchiveBuilder.null
    }

    private mutating func define(_ property: FetchedPropertyDocument, uid: Int, in entity: EntityDocument)
        throws
    {
        var fields = try fields(property.traits, in: entity, isIndexed: false)
        fields["NSIsTransient"] = .boolean(true)
        fields["NSIsReadOnly"] = .boolean(true)
        fields["NSFetchRequest"] = try property.fetchRequest.map { try add($0) } ?? KeyedArchiveBuilder.null
        fields["_NSFetchRequestEntityName"] = builder.add(string: property.fetchRequest?.entityName)
        builder.define(
            uid, classes: ["NSFetchedPropertyDescription", "NSPropertyDescription", "NSObject"],
            fields: fields)
    }
}
