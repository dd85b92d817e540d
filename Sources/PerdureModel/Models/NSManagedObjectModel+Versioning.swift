// SPDX-License-Identifier: Apache-2.0
// Version hashes, and the entries about the model in a store's metadata. Part of NSManagedObjectModel.swift.

import Foundation
import PerdureModelFormat
import PerdurePropertyList

extension NSManagedObjectModel {
    /// One 32-byte hash for each entity, by name; models with equal hashes can open each other's stores.
    ///
    /// The hashes are computed at each call until the model is in use, and once afterwards. They are designed to equal Apple's:
    /// they do for all of Apple's files at hand.
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
    /// Hashes that earlier versions of Perdure wrote for entities with derived or composite attributes match too.
    public func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let entities = entities(forConfigurationName: configuration),
            let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        else { return false }
        let names = Set(entities.compactMap(\.name))
        guard names == Set(stored.keys) else { return false }
        let differing = names.differing(entityVersionHashesByName, stored)
        return differing.isEmpty || differing.differing(formerHashes, stored).isEmpty
    }

    /// The metadata entries about the model for a new store, ready to be written.
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

    /// The hashes that earlier versions of Perdure wrote, for entities whose hash has changed since.
    package final var formerHashes: [String: Data] { VersionHash.formerEntityHashes(of: document) }
}

extension NSEntityDescription {
    /// The entity's 32-byte version hash; for an entity of a model, the one in `entityVersionHashesByName`.
    public var versionHash: Data {
        let model = model
        if let model, model.isFrozen, let name, let hash = model.entityVersionHashesByName[name] {
            return hash
        }
        // Until the model is in use nothing keeps hashes, and a hash depends only on the entity and those above it.
        let lineage = ancestry.filter { model == nil || $0.model === model }
        var document = ModelDocument()
        document.entities = lineage.map(ModelDocumentBuilder(NSManagedObjectModel()).entity)
        // The document holds this entity, so its hash exists. The name of a nameless entity is "".
        return VersionHash.entityHashes(of: document)[name ?? ""] ?? Data()
    }
}

extension Set<String> {
    /// The names whose hashes differ between two lists.
    package func differing(_ first: [String: Data], _ second: [String: Data]) -> Set {
        filter { first[$0] != second[$0] }
    }
}
