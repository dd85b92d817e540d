// SPDX-License-Identifier: Apache-2.0
// Attributes, relationships and fetched properties in compiled models. Part of CompiledModelReader.swift.

import PerdurePredicates
import PerdurePropertyList

/// The bits of an attribute's `NSFlagsKey`.
enum AttributeFlags {
    static let preservedInHistory: Int64 = 16
}

extension CompiledModelReader {
    private func traits(_ instance: ArchivedInstance) throws -> PropertyTraits {
        guard let name = try archive.string(instance.fields["NSPropertyName"]) else {
            throw PropertyListError("a property has no name")
        }
        let fields = instance.fields
        var traits = PropertyTraits(name: name)
        traits.isOptional = fields["NSIsOptional"]?.booleanValue ?? false
        traits.isTransient = fields["NSIsTransient"]?.booleanValue ?? false
        traits.isReadOnly = fields["NSIsReadOnly"]?.booleanValue ?? false
        traits.isIndexed = fields["NSIsIndexed"]?.booleanValue ?? false
        traits.isIndexedBySpotlight = fields["NSIsIndexedBySpotlight"]?.booleanValue ?? false
        traits.isStoredInExternalRecord = fields["NSIsStoredInExternalRecord"]?.booleanValue ?? false
        traits.userInfo = try userInfo(fields["NSUserInfo"])
        traits.renamingIdentifier = try text(fields["NSRenamingIdentifier"], unless: name)
        traits.versionHashModifier = try text(fields["NSVersionHashModifier"])
        traits.validations = try validations(fields)
        return traits
    }

    private func validations(_ fields: [String: PropertyListValue]) throws -> [ValidationDocument] {
        let predicates = try archive.elements(fields["NSValidationPredicates"]) ?? []
        let warnings = try archive.elements(fields["NSValidationWarnings"]) ?? []
        guard predicates.count == warnings.count else {
            throw PropertyListError(
                "a property has \(predicates.count) validations and \(warnings.count) warnings")
        }
        return try zip(predicates, warnings).map { predicate, warning in
            ValidationDocument(
                predicate: try self.predicates.requiredPredicate(predicate, depth: 0),
                warning: try self.warning(warning))
        }
    }

    private func warning(_ field: PropertyListValue) throws -> ValidationDocument.Warning {
        if let text = try archive.string(field) { return .text(text) }
        guard case .value(let value) = try archive.resolve(field),
            let code = value.integerValue.flatMap({ Int(exactly: $0) })
        else { return .text("") }
        return .code(code)
    }

    func attribute(_ instance: ArchivedInstance) throws -> AttributeDocument {
        let fields = instance.fields
        let type = Int(fields["NSAttributeType"]?.integerValue ?? 0)
        var attribute = AttributeDocument(traits: try traits(instance), type: type)
        attribute.valueClassName = try text(
            fields["NSAttributeValueClassName"], unless: AttributeType.valueClassName(of: type) ?? "")
        attribute.defaultValue = defaultValue(fields["NSDefaultValue"], type: type)
        let flags = fields["NSFlagsKey"]?.integerValue ?? 0
        attribute.preservesValueInHistoryOnDeletion = flags & AttributeFlags.preservedInHistory != 0
        attribute.allowsCloudEncryption = fields["NSAllowsCloudEncryption"]?.booleanValue ?? false
        for kind in AttributeKinds.all { try kind.read(fields, into: &attribute, self) }
        return attribute
    }

    /// The default value; nil for an object of a class that is not a plain one (only models built in code have such defaults).
    private func defaultValue(_ field: PropertyListValue?, type: Int) -> ConstantValue? {
        guard let value = try? archive.plainValue(field), value != .null else { return nil }
        return ConstantValue(value).converted(to: type)
    }

    mutating func relationship(_ instance: ArchivedInstance) throws -> RelationshipDocument {
        let fields = instance.fields
        var relationship = RelationshipDocument(traits: try traits(instance))
        relationship.destinationEntityName =
            try text(fields["_NSDestinationEntityName"]) ?? entityName(fields["NSDestinationEntity"])
        relationship.inverseName = try text(fields["_NSInverseRelationshipName"])
        if relationship.inverseName == nil, let inverse = fields["NSInverseRelationship"] {
            relationship.inverseName = try propertyName(inverse)
        }
        // Sources name the destination here, even when an ancestor of the destination declares the inverse.
        if relationship.inverseName != nil {
            relationship.inverseEntityName = relationship.destinationEntityName
        }
        let most = Int(fields["NSMaxCount"]?.integerValue ?? 0)
        // Archives hold 32 bits, in which the greatest count is -1; the version hash takes the same bits of both.
        relationship.maxCount = most == -1 ? .max : most
        relationship.minCount = Int(fields["NSMinCount"]?.integerValue ?? 0)
        relationship.deleteRule = Int(fields["NSDeleteRule"]?.integerValue ?? 1)
        relationship.isOrdered = fields["NSIsOrdered"]?.booleanValue ?? false
        return relationship
    }

    mutating func fetchedProperty(_ instance: ArchivedInstance) throws -> FetchedPropertyDocument {
        var property = FetchedPropertyDocument(traits: try traits(instance))
        property.fetchRequest = try fetchRequest(instance.fields["NSFetchRequest"])
        if let name = try text(instance.fields["_NSFetchRequestEntityName"]) {
            if property.fetchRequest == nil { property.fetchRequest = FetchRequestDocument(entityName: name) }
            if property.fetchRequest?.entityName.isEmpty == true { property.fetchRequest?.entityName = name }
        }
        return property
    }
}
