// SPDX-License-Identifier: Apache-2.0
// Version hashes of single properties. NSManagedObjectModel+Versioning.swift has the hashes of entities.

import Foundation
import PerdureModelFormat

extension NSPropertyDescription {
    /// The property's 32-byte version hash, as the hash of the entity includes it.
    ///
    /// Some properties, such as fetched properties, take no part in the entity's hash. Their own hash covers the traits that
    /// all properties share.
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
