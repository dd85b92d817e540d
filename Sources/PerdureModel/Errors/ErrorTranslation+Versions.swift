// SPDX-License-Identifier: Apache-2.0
// The error for a store of another version of the model. Part of ErrorTranslation.swift.

import Foundation
import PerdureFoundationGaps

extension NSManagedObjectModel {
    /// The error to throw when a store with these metadata does not fit the model; nil when it does.
    ///
    /// A store of a configuration may list the configuration's entities or all entities of the model.
    ///
    /// - Parameters:
    ///   - metadata: The store's metadata.
    ///   - configuration: The store's configuration.
    ///   - url: The store's file.
    /// - Returns: `NSError` 134100 with the metadata, the hashes of both sides, and the names of the entities that
    ///   differ.
    package func incompatibility(
        withMetadata metadata: [String: Any], configuration: String?, url: URL?
    ) -> NSError? {
        let candidates = configuration == nil ? [nil] : [configuration, nil]
        if candidates.contains(where: { isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata) }
        ) {
            return nil
        }
        let names = Set((entities(forConfigurationName: configuration) ?? []).compactMap(\.name))
        let hashes = entityVersionHashesByName.filter { names.contains($0.key) }
        let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        let differing = names.union(stored.keys).filter { hashes[$0] != stored[$0] }.sorted()
        var facts: [String: Any] = [
            NSLocalizedDescriptionKey: ErrorMessages.incompatibleModel(differing),
            ErrorKeys.reason: ErrorMessages.incompatibleModel, ErrorKeys.metadata: metadata,
            ErrorKeys.modelHashes: hashes, ErrorKeys.storeHashes: stored,
            ErrorKeys.differingEntities: differing,
        ]
        if let url {
            facts[NSFilePathErrorKey] = url.path
            facts[NSURLErrorKey] = url
        }
        return NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleVersionHashError, userInfo: facts)
    }
}
