// SPDX-License-Identifier: Apache-2.0
// Entities and their indexes in compiled models. Part of CompiledModelReader.swift.

import PerdurePredicates
import PerdurePropertyList

extension CompiledModelReader {
    mutating func entity(_ field: PropertyListValue) throws -> EntityDocument {
        guard case .instance(let instance) = try archive.resolve(field),
            let name = try archive.string(instance.fields["NSEntityName"])
        else { throw PropertyListError("an entity of the model is damaged") }
        var entity = EntityDocument(name: name)
        let fields = instance.fields
        entity.className = try text(fields["NSClassNameForEntity"], unless: "NSManagedObject")
        entity.superentityName = try entityName(fields["NSSuperentity"])
        entity.isAbstract = fields["NSIsAbstract"]?.booleanValue ?? false
        entity.renamingIdentifier = try text(fields["NSRenamingIdentifier"], unless: name)
        entity.versionHashModifier = try text(fields["NSVersionHashModifier"])
        entity.userInfo = try userInfo(fields["NSUserInfo"])
        try readProperties(fields["NSProperties"], into: &entity)
        entity.uniquenessConstraints = try nameLists(fields["NSUniqueTuples"])
        entity.compoundIndexes = try nameLists(fields["NSCompoundIndexes"])
        var known: Set<[String?]> = []
        for index in try archive.elements(fields["NSFetchIndexDescriptions"]) ?? [] {
            let index = try fetchIndex(index, entity: name)
            // Model caches of real stores list the same index twice.
            if known.insert(index.identity).inserted { entity.indexes.append(index) }
        }
        entity.clearImpliedIndexedFlags()
        return entity
    }

    private mutating func readProperties(_ field: PropertyListValue?, into entity: inout EntityDocument)
        throws
    {
        let properties = try archive.namedEntries(field) ?? [:]
        for (_, field) in properties.inByteOrder(of: \.key) {
            guard case .instance(let instance) = try archive.resolve(field) else {
                throw PropertyListError("a property of the entity \(entity.name) is damaged")
            }
            // A proxy stands for an inherited property; the entity that declares the property has it in full.
            if instance.className == "_NSPropertyDescriptionProxy" { continue }
            if instance.isKind(of: "NSRelationshipDescription") {
                entity.relationships.append(try relationship(instance))
            } else if instance.isKind(of: "NSFetchedPropertyDescription") {
                entity.fetchedProperties.append(try fetchedProperty(instance))
            } else if instance.isKind(of: "NSAttributeDescription") {
                entity.attributes.append(try attribute(instance))
            }
        }
    }

    /// Lists of property names; the archive has each member as a name or as the property itself.
    private func nameLists(_ field: PropertyListValue?) throws -> [[String]] {
        try (archive.elements(field) ?? []).map { try propertyNames($0) }
    }

    func propertyNames(_ field: PropertyListValue?) throws -> [String] {
        try (archive.elements(field) ?? []).compactMap { try propertyName($0) }
    }

    func propertyName(_ field: PropertyListValue?) throws -> String? {
        guard case .instance(let instance) = try archive.resolve(field), !instance.isKind(of: "NSString")
        else {
            return try archive.string(field)
        }
        if let underlying = instance.fields["NSUnderlyingProperty"],
            case .instance(let property) = try archive.resolve(underlying)
        {
            return try archive.string(property.fields["NSPropertyName"])
        }
        return try archive.string(instance.fields["NSPropertyName"])
    }

    private func fetchIndex(_ field: PropertyListValue, entity: String) throws -> FetchIndexDocument {
        guard case .instance(let instance) = try archive.resolve(field),
            let name = try archive.string(instance.fields["NSIndexName"])
        else { throw PropertyListError("an index of the entity \(entity) is damaged") }
        return FetchIndexDocument(
            name: name,
            elements: try (archive.elements(instance.fields["NSIndexElements"]) ?? []).map {
                try indexElement($0)
            },
            partialIndexPredicate: try predicates.predicate(instance.fields["NSPartialIndexPredicate"]))
    }

    private func indexElement(_ field: PropertyListValue) throws -> FetchIndexDocument.Element {
        guard case .instance(let instance) = try archive.resolve(field) else {
            throw PropertyListError("an index element is damaged")
        }
        var element = FetchIndexDocument.Element(
            propertyName: try archive.string(instance.fields["NSPropertyName"]),
            isRTree: instance.fields["NSFetchIndexElementType"]?.integerValue == 1,
            isAscending: instance.fields["NSAscending"]?.booleanValue ?? true)
        if case .instance(let property) = try archive.resolve(instance.fields["NSIndexedProperty"]),
            property.isKind(of: "NSExpressionDescription")
        {
            // The archive gives expression elements numbered names: expression1, expression2 …
            element.propertyName = nil
            element.expression = try predicates.expression(property.fields["NSExpression"])
            element.expressionResultType = Int(property.fields["NSExpressionType"]?.integerValue ?? 0)
        }
        return element
    }
}

extension FetchIndexDocument {
    /// A hashable value that equal indexes share, so that finding a duplicate costs one lookup even in a hostile archive.
    fileprivate var identity: [String?] {
        [name, partialIndexPredicate.map(PredicatePrinter.format)]
            + elements.flatMap { element in
                [
                    element.propertyName, element.expression.map(PredicatePrinter.format),
                    "\(element.expressionResultType) \(element.isRTree) \(element.isAscending)",
                ]
            }
    }
}

extension EntityDocument {
    /// The names of attributes that are the only element of an index.
    ///
    /// The compiler marks these attributes as indexed; a document does not repeat that flag.
    var singlyIndexedNames: Set<String> {
        Set(indexes.compactMap { $0.elements.count == 1 ? $0.elements[0].propertyName : nil })
    }

    fileprivate mutating func clearImpliedIndexedFlags() {
        let names = singlyIndexedNames
        for index in attributes.indices where names.contains(attributes[index].traits.name) {
            attributes[index].traits.isIndexed = false
        }
        for index in relationships.indices where names.contains(relationships[index].traits.name) {
            relationships[index].traits.isIndexed = false
        }
    }
}
