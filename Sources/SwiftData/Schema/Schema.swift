// SPDX-License-Identifier: Apache-2.0
// The schema: which classes are persisted, as entities with properties. SchemaBuilder.swift makes it of classes,
// SchemaModel.swift turns it into the model that stores know.

import Foundation
import PerdureBase

/// The entities that a container persists.
public final class Schema: Codable, Hashable, @unchecked Sendable {
    // Sendable because nothing changes after init; entities are the program's to read.

    /// The version of the form in which schemas are written.
    public static let schemaEncodingVersion = Version(1, 0, 0)

    /// The version of the form that this schema was read in.
    public let encodingVersion: Version
    /// The program's version of the schema.
    public let version: Version
    /// One entity for each class.
    public let entities: [Entity]
    /// The entities by their names.
    public let entitiesByName: [String: Entity]

    /// The classes; empty for a schema that was read from a file.
    let types: [any PersistentModel.Type]

    /// Makes an empty schema.
    public convenience init() { self.init(entities: [], version: Version(1, 0, 0), types: []) }

    /// Makes a schema of entities.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
        self.init(entities: entities, version: version, types: [])
    }

    /// Makes a schema of classes, with all classes that their relationships reach, and superclasses.
    ///
    /// Stops the process where two classes have one name, or where inverses contradict each other.
    ///
    /// - Parameters:
    ///   - types: Classes with `@Model`.
    ///   - version: The program's version.
    public convenience init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
        var builder = SchemaBuilder(types)
        self.init(entities: builder.build(), version: version, types: builder.types)
    }

    /// Makes a schema of classes, with all classes that their relationships reach.
    public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
        self.init(types, version: version)
    }

    /// Makes the schema of one version.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    init(
        entities: [Entity], version: Version, types: [any PersistentModel.Type],
        encodingVersion: Version = Schema.schemaEncodingVersion
    ) {
        self.entities = entities
        self.version = version
        self.types = types
        self.encodingVersion = encodingVersion
        entitiesByName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The entity of a class; nil for a class that the schema does not have.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        entitiesByName[Self.entityName(for: type)]
    }

    /// The name of a class's entity: the class's own name, without module and enclosing types.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String { String(describing: type) }

    /// Whether two schemas have the same version and the same entities.
    public static func == (lhs: Schema, rhs: Schema) -> Bool {
        lhs === rhs || lhs.version == rhs.version && Set(lhs.entities) == Set(rhs.entities)
    }

    /// Hashes version and names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(Set(entities.map(\.name)))
    }
}

extension Schema: CustomDebugStringConvertible {
    /// The entities, for people who debug.
    public var debugDescription: String { "Schema \(version): \(entities.map(\.name).sorted())" }
}
