// SPDX-License-Identifier: Apache-2.0
// Schemas as files: JSON, of our own form.

import Foundation

extension Schema {
    private enum Key: CodingKey {
        case encodingVersion, version, entities
    }

    /// Reads a schema; it has no classes, so only `==` and its descriptions are of use.
    public convenience init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let entities = try values.decode([Entity].self, forKey: .entities)
        let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        for entity in entities {
            guard let parent = entity.superentityName.flatMap({ byName[$0] }) else { continue }
            entity.superentity = parent
            parent.subentities.insert(entity)
        }
        for entity in entities { entity.inheritedProperties = Self.inherited(entity, limit: entities.count) }
        self.init(
            entities: entities, version: try values.decode(Version.self, forKey: .version), types: [],
            encodingVersion: try values.decode(Version.self, forKey: .encodingVersion))
    }

    /// The properties of all superentities; the limit ends a ring that a damaged file may have.
    private static func inherited(_ entity: Entity, limit: Int) -> [any SchemaProperty] {
        guard limit > 0, let parent = entity.superentity else { return [] }
        return inherited(parent, limit: limit - 1) + parent.storedProperties
    }

    /// Writes the schema.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(encodingVersion, forKey: .encodingVersion)
        try values.encode(version, forKey: .version)
        try values.encode(entities, forKey: .entities)
    }

    /// Writes the schema to a file.
    public func save(to toURL: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: toURL, options: .atomic)
    }

    /// Reads a schema from a file.
    public static func load(from fromURL: URL) throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
    }
}
