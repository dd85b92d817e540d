// SPDX-License-Identifier: Apache-2.0
// The version of a model as stores remember it, and the comparison of the two before a store is opened.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import PerdureSQLite

/// The version of a model, or of one of its configurations.
struct StoreVersion {
    private let model: NSManagedObjectModel
    private let configuration: String?
    /// The hashes of the entities that live in the store.
    private let hashes: [String: Data]

    init(_ model: NSManagedObjectModel, configuration: String?) {
        self.model = model
        self.configuration = configuration
        let names = Set((model.entities(forConfigurationName: configuration) ?? []).compactMap(\.name))
        hashes = model.entityVersionHashesByName.filter { names.contains($0.key) }
    }

    /// The version's part of a new store's metadata.
    var metadata: [String: PropertyListValue] {
        let identifiers = model.versionIdentifiers.map { $0.base as? String ?? "\($0.base)" }.sorted()
        return [
            NSStoreModelVersionHashesKey: .dictionary(hashes.mapValues { .data($0) }),
            "NSStoreModelVersionHashesVersion": .integer(3),
            NSStoreModelVersionIdentifiersKey: .array(identifiers.map { .string($0) }),
            "NSStoreModelVersionHashesDigest": .string(VersionHash.digest(of: hashes)),
            NSPersistentStoreModelVersionChecksumKey: .string(VersionHash.checksum(of: hashes)),
        ]
    }

    /// Checks that a store was made with this version.
    ///
    /// - Parameters:
    ///   - metadata: the store's metadata.
    ///   - url: the store's file.
    /// - Throws: 134100 with the metadata and both lists of hashes.
    func requireCompatible(_ metadata: [String: PropertyListValue], url: URL) throws {
        if compatibleEntities(metadata) == nil { throw incompatible(metadata, url) }
    }

    /// How a store gets to this version.
    ///
    /// - Parameters:
    ///   - metadata: the store's metadata.
    ///   - url: the store's file.
    ///   - mayMigrate: whether the options allow it.
    ///   - archive: reads the model that the store keeps.
    /// - Returns: nil when it is of this version, as far as can be told.
    /// - Throws: 134100 with the metadata and both lists of hashes.
    func migration(
        _ metadata: [String: PropertyListValue], url: URL, mayMigrate: Bool, archive: () throws -> Data?
    ) throws -> StoreMigration? {
        let compatible = compatibleEntities(metadata)
        if let compatible, !hasUnknownHash(metadata, among: compatible) { return nil }
        let found = try archive().flatMap { DerivedMigration(model, metadata: metadata, archive: $0) }
        guard let way = found.flatMap({ found in entitySets.lazy.compactMap(found.way).first }) else {
            // Where a hash tells nothing, the model that the store keeps may.
            if let compatible, found?.provesDifference(in: compatible) != true { return nil }
            throw incompatible(metadata, url)
        }
        if mayMigrate { return way }
        // Where no hash differs the store can be used as it is.
        guard way.changesHashes else { return nil }
        throw incompatible(metadata, url)
    }

    /// A store of one configuration may also list all entities of its model.
    private var entitySets: [Set<String>] {
        [configuration, nil].map { Set((model.entities(forConfigurationName: $0) ?? []).compactMap(\.name)) }
    }

    /// The entities of a store that was made with this version, as far as hashes tell.
    private func compatibleEntities(_ metadata: [String: PropertyListValue]) -> Set<String>? {
        let facts = StoreMetadata.dictionary(metadata)
        return zip([configuration, nil], entitySets).first {
            model.isConfiguration(withName: $0.0, compatibleWithStoreMetadata: facts)
        }?.1
    }

    /// Whether the hash of an entity with derived attributes tells us nothing, because it is Apple's.
    private func hasUnknownHash(_ metadata: [String: PropertyListValue], among names: Set<String>) -> Bool {
        let stored =
            StoreMetadata.dictionary(metadata)[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let isOurs = metadata[SQLiteStoreFile.derivationsKey] != nil
        return names.contains { name in
            (!isOurs || hashes[name] != stored[name])
                && model.entitiesByName[name]?.attributesByName.values.contains {
                    $0 is NSDerivedAttributeDescription
                }
                    == true
        }
    }

    private func incompatible(_ values: [String: PropertyListValue], _ url: URL) -> NSError {
        let metadata = StoreMetadata.dictionary(values)
        let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let different = Set(hashes.keys).union(stored.keys).filter { hashes[$0] != stored[$0] }.sorted()
        return NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleVersionHashError,
            userInfo: [
                "metadata": metadata, "reason": Self.reason, "modelVersionHashes": hashes,
                "storeVersionHashes": stored, NSFilePathErrorKey: url.path, NSURLErrorKey: url,
                NSLocalizedDescriptionKey:
                    "\(Self.reason). They differ in the entities \(different.joined(separator: ", ")). "
                    + "Open \(url.path) with the model that made it, or migrate it.",
            ])
    }

    /// Apple's words.
    private static let reason =
        "The model used to open the store is incompatible with the one used to create the store"
}
