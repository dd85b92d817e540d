// SPDX-License-Identifier: Apache-2.0
// The version of a model as stores remember it, and the comparison of the two before a store is opened.

import Foundation
import PerdureModelFormat
import PerdurePropertyList

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
        let facts = StoreMetadata.dictionary(metadata)
        if model.isConfiguration(withName: configuration, compatibleWithStoreMetadata: facts) { return }
        // A store of one configuration may also list all entities of its model.
        if model.isConfiguration(withName: nil, compatibleWithStoreMetadata: facts) { return }
        throw incompatible(facts, url)
    }

    private func incompatible(_ metadata: [String: Any], _ url: URL) -> NSError {
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
