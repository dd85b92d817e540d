// SPDX-License-Identifier: Apache-2.0
// Turns declared entities into a model. All descriptions are made first, the connections between them afterwards.
// DeclarationBuilder+Relationships.swift connects relationships. DeclarationBuilder+Composites.swift lists composite types.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdurePredicates

/// Makes a model from the declarations of classes.
final class DeclarationBuilder {
    let model: NSManagedObjectModel
    /// The parts in the order of the classes: first the given classes, then the classes that these need.
    private(set) var parts: [Part] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    /// A declaration, and the entity description made from it.
    struct Part {
        let declaration: EntityDeclaration
        let entity: NSEntityDescription
        var name: String { declaration.name }
    }

    init(into model: NSManagedObjectModel) { self.model = model }

    /// Fills the model.
    ///
    /// - Throws: `CoreDataException` that names class, entity and property.
    func build(_ types: [NSManagedObject.Type]) throws {
        for type in types { try add(type) }
        for part in parts { try connectParent(of: part) }
        model.replaceEntities(parts.map(\.entity))
        for part in parts {
            try connectRelationships(of: part)
            try connectIndexes(of: part)
        }
        completeInverses()
        makeConfigurations()
        model.facts.source = sourceFacts()
        for part in parts { ObjectClassTable.shared.register(part.declaration.type, of: part.entity) }
    }

    /// The part of a class; nil when the class is not in the model.
    func part(of type: NSManagedObject.Type) -> Part? { numbers[ObjectIdentifier(type)].map { parts[$0] } }

    private func add(_ type: NSManagedObject.Type) throws {
        if numbers[ObjectIdentifier(type)] != nil { return }
        guard let declaration = type._entityDeclaration, declaration.type == type else {
            throw TypedErrors.noDeclaration(type)
        }
        if let other = parts.first(where: { $0.name == declaration.name }) {
            throw TypedErrors.sameName(declaration.name, other.declaration.type, type)
        }
        numbers[ObjectIdentifier(type)] = parts.count
        parts.append(Part(declaration: declaration, entity: try entity(of: declaration)))
        if let parent = Self.parent(of: type) { try add(parent) }
        for destination in declaration.properties.compactMap(\.destination) { try add(destination) }
    }

    /// The nearest superclass that declares an entity; nil when there is none.
    private static func parent(of type: NSManagedObject.Type) -> NSManagedObject.Type? {
        // The class method is inherited, so it returns the declaration of the nearest superclass that has one.
        (_getSuperclass(type) as? NSManagedObject.Type)?._entityDeclaration?.type
    }

    private func entity(of declaration: EntityDeclaration) throws -> NSEntityDescription {
        for property in declaration.properties {
            if let fault = property.fault { throw TypedErrors.at(fault, entity: declaration.name) }
            try checkTransformer(of: property.description, entity: declaration.name)
        }
        let entity = NSEntityDescription()
        var facts = EntityFacts()
        facts.name = declaration.name
        facts.className = ClassName(of: declaration.type).text
        facts.isAbstract = declaration.isAbstract
        facts.userInfo = declaration.userInfo.isEmpty ? nil : declaration.userInfo
        facts.renamingIdentifier = declaration.originalName
        facts.versionHashModifier = declaration.versionHashModifier
        let unique = declaration.properties.filter(\.isUnique).map { [$0.description.name] }
        facts.uniquenessConstraints = unique + declaration.uniquenessConstraints
        entity.facts = facts
        entity.properties = declaration.properties.map(\.description)
        return entity
    }

    /// Throws for two types of one name, because both would use one transformer.
    private func checkTransformer(of property: NSPropertyDescription, entity: String) throws {
        guard let attribute = property as? NSAttributeDescription,
            let type = attribute.attributeFacts.swiftType?.codable, let name = attribute.valueTransformerName,
            let known = ValueTransformer.named(name) as? any CodableTransforming, known.valueType != type
        else { return }
        throw TypedErrors.sameTransformer(name, entity: entity, property: attribute.name)
    }

    private func connectParent(of part: Part) throws {
        guard let parent = Self.parent(of: part.declaration.type).flatMap(self.part) else { return }
        parent.entity.subentities.append(part.entity)
    }

    private func makeConfigurations() {
        var names: [String] = []
        for name in parts.flatMap(\.declaration.configurations) where !names.contains(name) {
            names.append(name)
        }
        for name in names {
            let members = parts.filter { $0.declaration.configurations.contains(name) }
            model.setEntities(members.map(\.entity), forConfigurationName: name)
        }
    }

    private func connectIndexes(of part: Part) throws {
        let properties = part.entity.collectProperties()
        part.entity.indexes = try part.declaration.indexes.map { declared in
            let elements = try declared.elements.map { element in
                guard let property = element.property, !(property is NSExpressionDescription) else {
                    return element
                }
                guard let found = MemberPaths.property(at: property.name, in: properties) else {
                    throw CoreDataException(.unknownIndexed(part.name, declared.name, property.name))
                }
                return element.copy(for: found)
            }
            let index = NSFetchIndexDescription(name: declared.name, elements: elements)
            index.partialIndexPredicate = declared.partialIndexPredicate
            return index
        }
    }
}
