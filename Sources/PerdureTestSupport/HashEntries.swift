// SPDX-License-Identifier: Apache-2.0
// The entries of a store's metadata about the hashes of its model, of today or of earlier versions of Perdure.

import Foundation
import Perdure
import PerdureModelFormat
import PerdurePropertyList

/// The hashes, the digest and the checksum of a model.
package struct HashEntries: Equatable {
    private static let keys = [
        "NSStoreModelVersionHashes", "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
    ]
    /// The entries by the keys of metadata.
    package let entries: [String: PropertyListValue]

    /// Takes the entries of a store's metadata.
    package init(_ metadata: [String: PropertyListValue]) {
        entries = metadata.filter { Self.keys.contains($0.key) }
    }

    /// Makes the entries of a model; the former ones have the hashes of earlier versions where those differ.
    package init(_ model: NSManagedObjectModel, isFormer: Bool = false) {
        var hashes = VersionHash.entityHashes(of: model.document)
        if isFormer { hashes.merge(VersionHash.formerEntityHashes(of: model.document)) { $1 } }
        entries = [
            Self.keys[0]: .dictionary(hashes.mapValues { .data($0) }),
            Self.keys[1]: .string(VersionHash.digest(of: hashes)),
            Self.keys[2]: .string(VersionHash.checksum(of: hashes)),
        ]
    }
}
