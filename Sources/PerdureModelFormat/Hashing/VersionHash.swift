// SPDX-License-Identifier: Apache-2.0
// The version hashes, which tell whether a store fits a model. The recipe gives the hashes in Apple's files. Next:
// EntityHasher.swift.

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
            entity.attributes.contains { EntityHasher.hasOwnHash($0) }
        }
        guard isAffected, (try? model.checkDepth()) != nil else { return [:] }
        var (hasher, former) = (EntityHasher(model), EntityHasher(model, isFormer: true))
        let hashes = hasher.all()
        return former.all().filter { hashes[$0] != $1 }
    }

    /// The hash of one attribute, which its entity's hash covers.
    package static func hash(of attribute: AttributeDocument) -> Data {
        EntityHasher.hash(of: attribute).data
    }

    /// The hash of an attribute as a plain one, even if it is derived or composite: name, type and options.
    package static func plainHash(of attribute: AttributeDocument) -> Data {
        EntityHasher.plainHash(of: attribute).data
    }

    /// The hash of one relationship, which its entity's hash covers.
    ///
    /// - Parameters:
    ///   - relationship: the relationship.
    ///   - entity: the name of the entity that declares it.
    /// - Returns: 32 bytes.
    package static func hash(of relationship: RelationshipDocument, inEntity entity: String) -> Data {
        EntityHasher.hash(of: relationship, inEntity: entity).data
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
