// SPDX-License-Identifier: Apache-2.0
// Finds the version of a model with which a store was written, by comparing version hashes.

import Foundation
import PerdureModelFormat
import PerdurePropertyList

/// Compares models with a store's metadata.
struct ModelFit {
    let store: String
    let metadata: [String: PropertyListValue]

    /// The version of a model file with which the store was written.
    ///
    /// - Throws: `ToolError` that names the entities that differ when no version fits.
    func version(of path: String) throws -> ModelDocument {
        let model = try LoadedModel(path)
        if let fitting = model.bundle.versions.first(where: { differences($0.document).isEmpty }) {
            return fitting.document
        }
        let differing = differences(model.current)
        let names = differing.prefix(8).joined(separator: ", ") + (differing.count > 8 ? ", …" : "")
        throw ToolError(
            "\(store): was not written with the model \(path): "
                + "\(PlainText.count(differing.count, "entity differs", "entities differ")) (\(names))")
    }

    func differences(_ model: ModelDocument) -> [String] {
        guard case .dictionary(let stored)? = metadata["NSStoreModelVersionHashes"] else { return [] }
        let hashes = VersionHash.entityHashes(of: model)
        let former = VersionHash.formerEntityHashes(of: model)
        let listed = Set(stored.keys)
        let isPart = ListedEntities(metadata).areConfiguration(of: model)
        return listed.union(isPart ? [] : Set(hashes.keys)).filter { name in
            guard case .data(let hash)? = stored[name] else { return true }
            return hash != hashes[name] && hash != former[name]
        }.sorted()
    }
}
