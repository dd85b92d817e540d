// SPDX-License-Identifier: Apache-2.0
// Version hashes of single properties; those of entities are in NSManagedObjectModel+Versioning.swift.

import Foundation
import PerdureModelFormat

extension NSPropertyDescription {
    /// The property's 32-byte version hash, as it goes into its entity's.
    ///
    /// Properties that go into no hash, such as fetched properties, have one of their common traits.
    public var versionHash: Data {
        let builder = ModelDocumentBuilder(NSManagedObjectModel())
        switch self {
        case let attribute as NSAttributeDescription:
            return VersionHash.hash(of: builder.attribute(attribute))
        case let relationship as NSRelationshipDescription:
            return VersionHash.hash(
                of: builder.relationship(relationship), inEntity: relationship.owner?.name ?? "")
        default: return VersionHash.hash(of: AttributeDocument(traits: builder.traits(self), type: 0))
        }
    }
}
