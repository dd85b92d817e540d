// SPDX-License-Identifier: Apache-2.0
// The version hashes, which tell whether a store fits a model. The recipe gives the hashes in Apple's files. Built on
// SHA256.swift and SHA512.swift.

import Foundation
import PerdureBase

/// Computes version hashes.
///
/// Not part of a hash: class names, user info, defaults, validation, delete rules, transformers, indexes,
/// renaming identifiers, fetched properties, transient properties and configurations.
package enum VersionHash {
    /// One 32-byte hash per entity; none for a model beyond the limits of depth, which no store can use.
    package static func entityHashes(of model: ModelDocument) -> [String: Data] {
        guard (try? model.checkDepth()) != nil else { return [:] }
        var hasher = EntityHasher(model)
        return hasher.all()
    }

    /// The hashes of earlier versions of Perdure, for the entities whose hashes have changed since.
    ///
    /// These are the entities with derived or composite attributes, own or inherited.
    package static func formerEntityHashes(of model: ModelDocument) -> [String: Data] {
        let isAffected = model.entities.contains { entity in
            entity.attributes.contains { EntityHasher.ownHash(of: $0) != nil }
        }
        guard isAffected, (try? model.checkDepth()) != nil else { return [:] }
        var (hasher, former) = (EntityHasher(model), EntityHasher(model, isFormer: true))
        let hashes = hasher.all()
        return former.all().filter { hashes[$0] != $1 }
    }

    /// The hash of one attribute, which its entity's hash covers.
    package static func hash(of attribute: AttributeDocument) -> Data { EntityHasher.hash(of: attribute) }

    /// The hash of an attribute as a plain one, even if it is derived or composite: name, type and options.
    package static func plainHash(of attribute: AttributeDocument) -> Data {
        EntityHasher.plainHash(of: attribute)
    }

    /// The hash of one relationship, which its entity's hash covers.
    ///
    /// - Parameters:
    ///   - relationship: the relationship.
    ///   - entity: the name of the entity that declares it.
    /// - Returns: 32 bytes.
    package static func hash(of relationship: RelationshipDocument, inEntity entity: String) -> Data {
        EntityHasher.hash(of: relationship, inEntity: entity)
    }

    /// The value of `NSStoreModelVersionHashesDigest`: base64 text of 64 bytes.
    package static func digest(of hashes: [String: Data]) -> String {
        var hash = SHA512()
        for (name, value) in hashes.inByteOrder(of: \.key) {
            hash.update(name.utf8)
            hash.update(value)
        }
        return hash.finalize().base64EncodedString()
    }

    /// The value of `NSStoreModelVersionChecksumKey` and of a version in VersionInfo.plist: base64 text of 32 bytes.
    package static func checksum(of hashes: [String: Data]) -> String {
        var hash = SHA256()
        for (_, value) in hashes.inByteOrder(of: \.key) { hash.update(value) }
        return hash.finalize().base64EncodedString()
    }
}

/// Hashes the entities of one model, parents first.
private struct EntityHasher {
    private let entities: [String: EntityDocument]
    private var hashes: [String: Data] = [:]
    /// Hashes of an entity's persistent properties by name, inherited ones included.
    private var properties: [String: [String: Data]] = [:]
    /// Whether all attributes are hashed as plain ones.
    private let isFormer: Bool

    init(_ model: ModelDocument, isFormer: Bool = false) {
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        self.isFormer = isFormer
    }

    mutating func all() -> [String: Data] {
        var result: [String: Data] = Dictionary(minimumCapacity: entities.count)
        for name in entities.keys { result[name] = hash(of: name) }
        return result
    }

    mutating func hash(of name: String) -> Data? {
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
        var message = Array(entity.name.utf8) + [entity.isAbstract ? 1 : 0]
        var inherited: [String: Data] = [:]
        if let parent = entity.superentityName, let parentHash = hashes[parent] {
            message += parentHash
            inherited = properties[parent] ?? [:]
        }
        let all = inherited.merging(propertyHashes(entity)) { _, own in own }
        for (_, hash) in all.inByteOrder(of: \.key) { message += hash }
        message += (entity.versionHashModifier ?? "").utf8
        let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
        for constraint in constraints.inByteOrder(of: \.self) { message += constraint.utf8 }
        properties[entity.name] = all
        hashes[entity.name] = SHA256.hash(message)
    }

    private func propertyHashes(_ entity: EntityDocument) -> [String: Data] {
        var result: [String: Data] = [:]
        for attribute in entity.attributes where !attribute.traits.isTransient {
            result[attribute.traits.name] =
                isFormer ? Self.plainHash(of: attribute) : Self.hash(of: attribute)
        }
        for relationship in entity.relationships where !relationship.traits.isTransient {
            result[relationship.traits.name] = Self.hash(of: relationship, inEntity: entity.name)
        }
        return result
    }

    private static func base(_ traits: PropertyTraits) -> Data {
        SHA256.hash(
            Array(traits.name.utf8) + [traits.isOptional ? 1 : 0, traits.isTransient ? 1 : 0]
                + Array((traits.versionHashModifier ?? "").utf8))
    }

    static func hash(of attribute: AttributeDocument) -> Data {
        ownHash(of: attribute) ?? plainHash(of: attribute)
    }

    /// The hash of an attribute whose kind has a hash of its own; nil for a plain attribute.
    static func ownHash(of attribute: AttributeDocument) -> Data? {
        AttributeKinds.all.lazy.compactMap { $0.ownHash(of: attribute) }.first
    }

    static func plainHash(of attribute: AttributeDocument) -> Data {
        var message = Array(base(attribute.traits)) + attribute.type.lowBytes
        for kind in AttributeKinds.all { message += kind.plainHashBytes(of: attribute) }
        if attribute.preservesValueInHistoryOnDeletion { message.append(1) }
        return SHA256.hash(message)
    }

    static func hash(of relationship: RelationshipDocument, inEntity entity: String) -> Data {
        let isOwnInverse =
            relationship.destinationEntityName == entity
            && relationship.inverseName == relationship.traits.name
        var message = Array(base(relationship.traits))
        message += (relationship.destinationEntityName ?? "").utf8
        message += (isOwnInverse ? "" : relationship.inverseName ?? "").utf8
        message += relationship.maxCount.lowBytes + relationship.minCount.lowBytes
        if relationship.isOrdered { message += [1, 0] }
        return SHA256.hash(message)
    }
}

extension Int {
    /// The lowest 32 bits, least significant byte first.
    fileprivate var lowBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
