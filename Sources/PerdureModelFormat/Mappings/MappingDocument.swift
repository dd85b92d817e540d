// SPDX-License-Identifier: Apache-2.0
// A mapping model as plain values: both readers of mapping files return this document, and the writer takes it.
// CompiledMappingReader.swift reads compiled files, Source/ has sources, MappingFile.swift finds out which form a file has.

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// A mapping model: how the objects of one version of a model become those of another.
package struct MappingDocument: Sendable, Equatable {
    /// The entity mappings, in the order in which they are carried out.
    package var entityMappings: [EntityMappingDocument]

    package init(entityMappings: [EntityMappingDocument] = []) { self.entityMappings = entityMappings }
}

/// How the objects of one entity are migrated.
package struct EntityMappingDocument: Sendable, Equatable {
    package var name: String
    package var kind = EntityMappingKind.undefined
    package var source = MappedEntity()
    package var destination = MappedEntity()
    /// The mappings of the attributes; nil for none.
    package var attributes: [PropertyMappingDocument]?
    /// The mappings of the relationships; nil for none.
    package var relationships: [PropertyMappingDocument]?
    /// The expression that gives the source objects; nil for all of exactly the source entity.
    package var sourceExpression: ExpressionNode?
    /// The class that carries the mapping out; nil for the default one.
    package var policyClassName: String?
    /// What programs and tools note; a dictionary, or nil.
    package var userInfo: PlainValue?

    package init(name: String) { self.name = name }
}

/// One side of an entity mapping.
package struct MappedEntity: Sendable, Equatable {
    /// The entity's name; nil where the mapping has no entity on this side.
    package var name: String?
    /// The entity's version hash of 32 bytes; nil where it is not known.
    package var versionHash: Data?

    package init(name: String? = nil, versionHash: Data? = nil) {
        self.name = name
        self.versionHash = versionHash
    }
}

/// How a property of a destination object gets its value.
package struct PropertyMappingDocument: Sendable, Equatable {
    /// The name of the property in the destination entity.
    package var name: String?
    /// The expression that gives the value; nil leaves the property with its default.
    package var valueExpression: ExpressionNode?
    /// What programs and tools note; a dictionary, or nil.
    package var userInfo: PlainValue?

    package init(name: String? = nil, valueExpression: ExpressionNode? = nil) {
        self.name = name
        self.valueExpression = valueExpression
    }
}

/// The raw values of `NSEntityMappingType`.
package enum EntityMappingKind: Int64, Sendable, Equatable {
    case undefined = 0
    case custom = 1
    case add = 2
    case remove = 3
    case copy = 4
    case transform = 5

    /// The word for people.
    package var word: String {
        switch self {
        case .undefined: "undefined"
        case .custom: "custom"
        case .add: "add"
        case .remove: "remove"
        case .copy: "copy"
        case .transform: "transform"
        }
    }
}

extension MappingDocument {
    /// The first name that two entity mappings have; nil when each has a name of its own.
    package var repeatedName: String? {
        var seen: Set<String> = []
        return entityMappings.lazy.map(\.name).first { !seen.insert($0).inserted }
    }
}
