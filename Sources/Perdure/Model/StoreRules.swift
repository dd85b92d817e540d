// SPDX-License-Identifier: Apache-2.0
// What a model may not ask of a store: found when a store is added, because models that are only edited or
// compared may be incomplete. Derivations are checked in DerivationCheck.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

extension NSManagedObjectModel {
    /// Checks what stores need, when the first store is added.
    ///
    /// - Throws: `NSError` 134020 that names entity and property, or `CoreDataException` where Apple's raises.
    package func validateForStore() throws {
        for entity in entities { try StoreRules(entity).check() }
    }
}

/// Checks one entity against the rules of stores.
struct StoreRules {
    let entity: NSEntityDescription
    private let properties: [String: NSPropertyDescription]

    init(_ entity: NSEntityDescription) {
        self.entity = entity
        properties = entity.propertiesByName
    }

    func check() throws {
        for case let attribute as NSAttributeDescription in entity.properties {
            try checkType(of: attribute, path: attribute.name)
        }
        for constraint in entity.uniquenessConstraints { try check(constraint) }
        for index in entity.indexes { try check(index) }
    }

    private func checkType(of attribute: NSAttributeDescription, path: String) throws {
        guard !attribute.isTransient else { return }
        switch attribute.attributeType {
        case .undefinedAttributeType: throw ErrorMessages.undefinedType(entity: entity.name, property: path)
        case .objectIDAttributeType: throw ErrorMessages.storedObjectID(entity: entity.name, property: path)
        default: break
        }
        try attribute.checkForStore(in: entity, path: path)
        for part in attribute.parts { try checkType(of: part, path: "\(path).\(part.name)") }
    }

    private func check(_ constraint: [Any]) throws {
        for member in constraint {
            let name = entity.memberPath(member) ?? "\(member)"
            // Apple's own models (Photos) have constraints on to-one relationships; code cannot make them.
            if entity.model?.facts.isRead == true, isStoredReference(name) { continue }
            guard let attribute = MemberPaths.property(at: name, in: properties) as? NSAttributeDescription
            else {
                throw ErrorMessages.constraintMember(
                    entity: entity.name, member: name, "is no attribute of the entity")
            }
            if attribute.isTransient {
                throw ErrorMessages.constraintMember(entity: entity.name, member: name, "is transient")
            }
            if attribute.isComputed {
                throw ErrorMessages.constraintMember(entity: entity.name, member: name, "is derived")
            }
        }
    }

    private func isStoredReference(_ name: String) -> Bool {
        guard let relationship = properties[name] as? NSRelationshipDescription else { return false }
        return !relationship.isToMany && !relationship.isTransient
    }

    private func check(_ index: NSFetchIndexDescription) throws {
        let ranges = index.elements.filter { $0.collationType == .rTree }
        guard !ranges.isEmpty else { return }
        func refuse(_ reason: String) -> CoreDataException {
            ErrorMessages.rangeIndex(entity: entity.name, index: index.name, reason)
        }
        guard ranges.count == index.elements.count else {
            throw refuse("all its elements must be of that type")
        }
        guard index.partialIndexPredicate == nil else { throw refuse("it cannot have a partial predicate") }
        for element in ranges {
            guard let attribute = element.property as? NSAttributeDescription,
                attribute.attributeType.isNumeric
            else { throw refuse("its element \"\(element.propertyName ?? "")\" is no numeric attribute") }
        }
    }
}

extension NSAttributeType {
    /// Whether stores keep the values as bytes, which may stand in files of their own.
    var isBinary: Bool { self == .binaryDataAttributeType || self == .transformableAttributeType }

    /// Whether the values are numbers that can be summed and ranged.
    var isNumeric: Bool { AttributeType.isNumber(Int(rawValue)) }
}
