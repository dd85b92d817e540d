// SPDX-License-Identifier: Apache-2.0
// What a store's metadata say about the hashes of its model, as today or as earlier versions of Perdure wrote it.

import Foundation
import Perdure
import PerdureModelFormat
import PerdurePropertyList

/// The hashes, the digest and the checksum of a model.
package struct HashEntries: Equatable {
    private static let keys = [
        "NSStoreModelVersionHashes", "NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey",
    ]
    /// By the keys of metadata.
    package let entries: [String: PropertyListValue]

    /// Those of some metadata.
    package init(_ metadata: [String: PropertyListValue]) {
        entries = metadata.filter { Self.keys.contains($0.key) }
    }

    /// Those of a model, with the hashes of earlier versions where they were others.
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
