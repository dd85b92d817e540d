// SPDX-License-Identifier: Apache-2.0
// Whether the copy of a model in a mapping model is still the model.

import Foundation

extension ModelDocument {
    /// Whether this model, a copy out of a mapping model, has the hashes of a model.
    ///
    /// The editor's copies say nothing of derivation, so derived attributes count as plain ones.
    ///
    /// - Parameter current: the model as it is now.
    /// - Returns: whether all entities have equal hashes.
    package func hasSameHashes(asCurrent current: ModelDocument) -> Bool {
        let own = VersionHash.entityHashes(of: self)
        let hashes = VersionHash.entityHashes(of: current)
        let plain = VersionHash.formerEntityHashes(of: current)
        return own.keys == hashes.keys
            && own.allSatisfy { $0.value == hashes[$0.key] || $0.value == plain[$0.key] }
    }
}
