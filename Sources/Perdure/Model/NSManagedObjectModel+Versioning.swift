// SPDX-License-Identifier: Apache-2.0
// Version hashes, and what a store's metadata say about its model. Part of NSManagedObjectModel.swift.

import Foundation
import PerdureModelFormat
import PerdurePropertyList

extension NSManagedObjectModel {
    /// One 32-byte hash for each entity, by name; equal hashes mean that stores are interchangeable.
    ///
    /// Computed at each call until the model is in use, once afterwards.
    ///
    /// ## Compatibility
    /// Equal to Apple's, except for entities with derived or composite attributes and their subentities, whose
    /// recipe is not known.
    public var entityVersionHashesByName: [String: Data] {
        lock.withLock {
            if let cachedHashes { return cachedHashes }
            let hashes = computeHashes()
            if isFrozen { cachedHashes = hashes }
            return hashes
        }
    }

    /// A text that is equal for models with equal entity hashes: base64 of 32 bytes.
    public var versionChecksum: String { VersionHash.checksum(of: entityVersionHashesByName) }

    /// The checksum of every version in a versioned model.
    ///
    /// - Parameter url: A `.momd` or `.xcdatamodeld` folder.
    /// - Returns: The checksums by the versions' names.
    /// - Throws: `CocoaError.fileReadNoSuchFile` or `.fileReadCorruptFile` with the path and what is wrong.
    public class func checksums(forVersionedModelAt url: URL) throws -> [String: String] {
        try ModelFiles.versions(at: url).mapValues(\.versionChecksum)
    }

    /// Whether a store with these metadata was made with this version of the model.
    ///
    /// - Parameters:
    ///   - configuration: The store's configuration; nil for all entities.
    ///   - metadata: The store's metadata.
    /// - Returns: Whether the entities are the same and their hashes are equal; false for an unknown configuration
    ///   and for metadata without hashes.
    ///
    /// ## Compatibility
    /// The hash of an entity with derived or composite attributes is not compared, because Apple's recipe for it is
    /// not known; that the entity exists is.
    public func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let entities = entities(forConfigurationName: configuration),
            let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        else { return false }
        let hashes = entityVersionHashesByName
        return Set(entities.compactMap(\.name)) == Set(stored.keys)
            && entities.allSatisfy { $0.hasUncertainHash || hashes[$0.name ?? ""] == stored[$0.name ?? ""] }
    }

    /// What a new store's metadata say about the model, ready to be written.
    ///
    /// - Parameter configuration: The store's configuration; nil for all entities.
    /// - Returns: The entries, by Apple's keys.
    package func storeMetadataEntries(configuration: String? = nil) -> [String: PropertyListValue] {
        let names = Set((entities(forConfigurationName: configuration) ?? []).compactMap(\.name))
        let hashes = entityVersionHashesByName.filter { names.contains($0.key) }
        let identifiers = versionIdentifiers.map { $0.base as? String ?? "\($0.base)" }.sorted()
        return [
            NSStoreModelVersionHashesKey: .dictionary(hashes.mapValues { .data($0) }),
            "NSStoreModelVersionHashesVersion": .integer(3),
            NSStoreModelVersionIdentifiersKey: .array(identifiers.map { .string($0) }),
            "NSStoreModelVersionHashesDigest": .string(VersionHash.digest(of: hashes)),
            NSPersistentStoreModelVersionChecksumKey: .string(VersionHash.checksum(of: hashes)),
        ]
    }

    func computeHashes() -> [String: Data] { VersionHash.entityHashes(of: document) }
}

extension NSEntityDescription {
    /// The entity's 32-byte version hash; in a model, that of `entityVersionHashesByName`.
    public var versionHash: Data {
        if let model, let name, let hash = model.entityVersionHashesByName[name] { return hash }
        var document = ModelDocument()
        document.entities = ancestry.map(ModelDocumentBuilder(NSManagedObjectModel()).entity)
        // The document holds this entity, so its hash is there; a nameless entity's name is "".
        return VersionHash.entityHashes(of: document)[name ?? ""] ?? Data()
    }

    /// Whether Apple's hash may differ from ours, because a property of a kind whose recipe is unknown goes into it.
    package final var hasUncertainHash: Bool {
        propertiesByName.values.contains {
            $0 is NSDerivedAttributeDescription || $0 is NSCompositeAttributeDescription
        }
    }
}
