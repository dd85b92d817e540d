// SPDX-License-Identifier: Apache-2.0
// Translates `propertiesToUpdate`: keys become slots, and values take their stored form. Part of BatchUpdateRun.swift.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdurePredicates
import PerdureStore

import class PerdurePredicates.NSExpression

/// The new values of a batch update request.
struct BatchAssignmentBuilder {
    private let entity: NSEntityDescription
    private let binding: EntityBinding
    private var targets: [Target] = []

    /// A property, or an element of a composite attribute, with its new value.
    struct Target {
        let key: Any
        let property: SlotProperty
        var leaf: (place: Int, coding: AttributeCoding)?
        let value: Any?

        var slot: Int { property.slot }
    }

    /// Looks up the keys.
    ///
    /// - Parameters:
    ///   - assignments: keys with new values or changes of values.
    ///   - entity: the entity of the properties.
    /// - Throws: `CoreDataException` for a key that names no property with a column, for two keys of one property, and
    ///   for no keys at all.
    init(_ assignments: [(key: Any, value: Any?)], _ entity: NSEntityDescription) throws {
        self.entity = entity
        binding = EntityBinding.of(entity)
        guard !assignments.isEmpty else { throw BatchErrors.nothingToUpdate(entity.name ?? "") }
        targets = try assignments.map(target)
        targets.sort { ($0.slot, $0.leaf?.place ?? -1) < ($1.slot, $1.leaf?.place ?? -1) }
        for (first, second) in zip(targets, targets.dropFirst()) where first.slot == second.slot {
            if first.leaf == nil || first.leaf?.place == second.leaf?.place {
                throw invalid(second.key, "another key names the same attribute")
            }
        }
    }

    /// The values in the form of one store.
    ///
    /// - Throws: `CoreDataException` for a value of a wrong class, 1550 for a number that does not fit.
    func assignments(in store: EngineStore) throws -> [BatchAssignment] {
        try targets.map { target in
            BatchAssignment(slot: target.slot, leaf: target.leaf?.place, try value(of: target, in: store))
        }
    }

    // MARK: Keys

    private func target(_ key: Any, _ value: Any?) throws -> Target {
        let path = try name(of: key).split(separator: ".").map(String.init)
        guard let first = path.first, let property = binding.property(named: first) else {
            throw invalid(key, "the entity has no such property")
        }
        if let reason = property.refusalOfValues { throw invalid(key, reason) }
        if property.isTransient { throw invalid(key, "the property is transient") }
        if property.isToMany { throw invalid(key, "the relationship is to-many") }
        var target = Target(key: key, property: property, value: value)
        guard path.count > 1 else { return target }
        let leaves = property.coding?.leafCodings ?? []
        guard let leaf = leaves.firstIndex(where: { $0.path == Array(path.dropFirst()) }) else {
            throw invalid(key, "\"\(first)\" has no such element")
        }
        target.leaf = (leaf, leaves[leaf].coding)
        return target
    }

    private func name(of key: Any) throws -> String {
        switch key {
        case let name as String: return name
        case let name as NSString: return String(describing: name)
        case let keyPath as AnyKeyPath: return try keyPath.propertyName()
        case let property as NSPropertyDescription:
            guard entity.propertiesByName[property.name] != nil else {
                throw invalid(property.name, "the property is one of another entity")
            }
            return property.name
        default: throw invalid(key, "keys are names, property descriptions or key paths")
        }
    }

    func invalid(_ key: Any, _ reason: String) -> CoreDataException {
        BatchErrors.invalidKey((key as? NSPropertyDescription)?.name ?? key, entity.name ?? "", reason)
    }

    // MARK: Values

    private func value(of target: Target, in store: EngineStore) throws -> BatchAssignment.Value {
        if let change = try appliedChange(target) { return change }
        guard let node = (target.value as? NSExpression)?.node else {
            return .constant(try stored(target.value, target, store))
        }
        if case .constant(let constant) = node {
            return .constant(try stored(constant.anyValue, target, store))
        }
        return .expression(node)
    }

    private func stored(_ value: Any?, _ target: Target, _ store: EngineStore) throws -> StoredValue {
        let name = entity.name ?? ""
        if target.leaf == nil, let merged = try target.property.mergedForm(of: value, name) { return merged }
        guard let value, !(value is NSNull) else { return .null }
        guard let coding = target.leaf?.coding ?? target.property.coding else {
            return try reference(value, target, store)
        }
        let stored = try coding.stored(value, of: name, coding.name)
        guard case .integer(let number) = stored, let range = coding.type.storedRange, !range.contains(number)
        else { return stored }
        throw ErrorTranslation.translate(
            StoreError.invalidValue(
                entity: name, property: coding.name, reason: "\(number) does not fit into it"),
            storeURL: store.url)
    }

    private func reference(_ value: Any, _ target: Target, _ store: EngineStore) throws -> StoredValue {
        // A property with values is an attribute or a relationship, and this one is no attribute.
        let relationship = target.property.description as! NSRelationshipDescription
        if relationship.inverseRelationship.map({ !$0.isToMany }) ?? false {
            throw invalid(
                target.key, "its inverse is a to-one relationship, whose objects would have to change too")
        }
        let id = (value as? NSManagedObject)?.objectID ?? value as? NSManagedObjectID
        guard let id, !id.isTemporaryID, id.namespace?.identifier == store.namespace.identifier,
            let destination = relationship.destinationEntity, id.entity.isKindOf(entity: destination)
        else { throw BatchErrors.noDestination(value, relationship) }
        return .reference(id.key)
    }
}
