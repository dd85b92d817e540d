// SPDX-License-Identifier: Apache-2.0
// The hashes of all entities of a model. Each opening of a store makes them, so they are made without memory of their own
// where that is easy. Next: DerivationText.swift.

import Foundation
import PerdureBase

/// Hashes the entities of one model, parents first.
struct EntityHasher {
    private let entities: [String: EntityDocument]
    private var hashes: [String: SHA256.Digest] = [:]
    /// Hashes of an entity's persistent properties in the order of their names, inherited ones included.
    private var properties: [String: [PropertyHash]] = [:]
    /// Whether all attributes are hashed as plain ones.
    private let isFormer: Bool

    private struct PropertyHash {
        let name: String
        let hash: SHA256.Digest
    }

    init(_ model: ModelDocument, isFormer: Bool = false) {
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        self.isFormer = isFormer
    }

    mutating func all() -> [String: Data] {
        var result: [String: Data] = Dictionary(minimumCapacity: entities.count)
        for name in entities.keys { result[name] = hash(of: name)?.data }
        return result
    }

    private mutating func hash(of name: String) -> SHA256.Digest? {
        for entity in unhashed(name).reversed() { hash(entity) }
        return hashes[name]
    }

    /// The entity and its ancestors up to the first one with a known hash.
    ///
    /// The chain ends at the first repeated entity, if an entity is its own ancestor; `problems()` reports that model.
    private func unhashed(_ name: String) -> [EntityDocument] {
        var chain: [EntityDocument] = []
        var seen: Set<String> = []
        var current: String? = name
        while let name = current, hashes[name] == nil, let entity = entities[name], seen.insert(name).inserted
        {
            chain.append(entity)
            current = entity.superentityName
        }
        return chain
    }

    private mutating func hash(_ entity: EntityDocument) {
        var message = Array(entity.name.utf8)
        message.append(entity.isAbstract ? 1 : 0)
        var inherited: [PropertyHash] = []
        if let parent = entity.superentityName {
            hashes[parent]?.append(to: &message)
            inherited = properties[parent] ?? []
        }
        let all = Self.joined(inherited, propertyHashes(entity))
        for property in all { property.hash.append(to: &message) }
        message += (entity.versionHashModifier ?? "").utf8
        let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
        for constraint in constraints.inByteOrder(of: \.self) { message += constraint.utf8 }
        properties[entity.name] = all
        hashes[entity.name] = SHA256.digest(of: message)
    }

    /// Inherited and own hashes; of those with one name the last one.
    private static func joined(_ inherited: [PropertyHash], _ own: [PropertyHash]) -> [PropertyHash] {
        var result: [PropertyHash] = []
        result.reserveCapacity(inherited.count + own.count)
        for property in (inherited + own).inByteOrder(of: \.name) {
            if result.last?.name == property.name { result.removeLast() }
            result.append(property)
        }
        return result
    }

    private func propertyHashes(_ entity: EntityDocument) -> [PropertyHash] {
        var result: [PropertyHash] = []
        result.reserveCapacity(entity.attributes.count + entity.relationships.count)
        for attribute in entity.attributes where !attribute.traits.isTransient {
            let hash = isFormer ? Self.plainHash(of: attribute) : Self.hash(of: attribute)
            result.append(PropertyHash(name: attribute.traits.name, hash: hash))
        }
        for relationship in entity.relationships where !relationship.traits.isTransient {
            let hash = Self.hash(of: relationship, inEntity: entity.name)
            result.append(PropertyHash(name: relationship.traits.name, hash: hash))
        }
        return result
    }
}

extension EntityHasher {
    /// The beginning of a property's message: the hash of what all kinds of properties have.
    private static func base(_ traits: PropertyTraits) -> [UInt8] {
        var message: [UInt8] = []
        // Room for the usual property, whose name and whose destination's name are short.
        message.reserveCapacity(96)
        message += traits.name.utf8
        message.append(traits.isOptional ? 1 : 0)
        message.append(traits.isTransient ? 1 : 0)
        message += (traits.versionHashModifier ?? "").utf8
        let hash = SHA256.digest(of: message)
        message.removeAll(keepingCapacity: true)
        hash.append(to: &message)
        return message
    }

    static func hash(of attribute: AttributeDocument) -> SHA256.Digest {
        ownHash(of: attribute) ?? plainHash(of: attribute)
    }

    /// The hash of an attribute whose kind has a hash of its own; nil for a plain attribute.
    private static func ownHash(of attribute: AttributeDocument) -> SHA256.Digest? {
        for kind in AttributeKinds.all {
            if let hash = kind.ownHash(of: attribute) { return hash }
        }
        return nil
    }

    /// Whether the hash of an attribute is its kind's own.
    static func hasOwnHash(_ attribute: AttributeDocument) -> Bool { ownHash(of: attribute) != nil }

    static func plainHash(of attribute: AttributeDocument) -> SHA256.Digest {
        var message = base(attribute.traits)
        message.appendLowBytes(of: attribute.type)
        for kind in AttributeKinds.all { message += kind.plainHashBytes(of: attribute) }
        if attribute.preservesValueInHistoryOnDeletion { message.append(1) }
        return SHA256.digest(of: message)
    }

    static func hash(of relationship: RelationshipDocument, inEntity entity: String) -> SHA256.Digest {
        let isOwnInverse =
            relationship.destinationEntityName == entity
            && relationship.inverseName == relationship.traits.name
        var message = base(relationship.traits)
        message += (relationship.destinationEntityName ?? "").utf8
        message += (isOwnInverse ? "" : relationship.inverseName ?? "").utf8
        message.appendLowBytes(of: relationship.maxCount)
        message.appendLowBytes(of: relationship.minCount)
        if relationship.isOrdered { message += [1, 0] }
        return SHA256.digest(of: message)
    }
}

extension [UInt8] {
    /// Appends the lowest 32 bits, least significant byte first.
    fileprivate mutating func appendLowBytes(of number: Int) {
        for place in 0..<4 { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
}
