// SPDX-License-Identifier: Apache-2.0
// An entity of a schema: what one class persists.

import Foundation

extension Schema {
    /// What one class persists.
    public final class Entity: Codable, Hashable, CustomDebugStringConvertible {
        /// The class's name.
        public var name: String
        /// The properties that the class itself declares.
        public var storedProperties: [any SchemaProperty] = []
        /// The properties of superclasses.
        public var inheritedProperties: [any SchemaProperty] = []
        /// The entity of the superclass.
        public weak var superentity: Entity?
        /// The name of the superclass's entity.
        public var superentityName: String?
        /// The entities of subclasses.
        public var subentities: Set<Entity> = []
        /// The names of unique combinations.
        public var uniquenessConstraints: [[String]] = []
        /// The names of indexes.
        public var indices: [[String]] = []
        /// The indexes with their kinds.
        var typedIndices: [(isSpatial: Bool, names: [String])] = []
        /// The class.
        var type: (any PersistentModel.Type)?

        /// Makes an entity without properties.
        public init(_ name: String) { self.name = name }

        /// Makes an entity with properties.
        public convenience init(_ name: String, properties: any SchemaProperty...) {
            self.init(name)
            storedProperties = properties
        }

        /// Makes an entity with subentities and properties.
        public convenience init(
            _ name: String, subentities: Entity..., properties: any SchemaProperty...
        ) {
            self.init(name)
            storedProperties = properties
            self.subentities = Set(subentities)
            for entity in subentities {
                entity.superentity = self
                entity.superentityName = name
            }
        }

        /// All properties, inherited ones first.
        public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

        /// The class's own properties by name.
        public var storedPropertiesByName: [String: any SchemaProperty] {
            get { Self.byName(storedProperties) }
            set { storedProperties = newValue.sorted { $0.key < $1.key }.map(\.value) }
        }

        /// The inherited properties by name.
        public var inheritedPropertiesByName: [String: any SchemaProperty] {
            get { Self.byName(inheritedProperties) }
            set { inheritedProperties = newValue.sorted { $0.key < $1.key }.map(\.value) }
        }

        /// All attributes.
        public var attributes: Set<Attribute> {
            get { Set(properties.compactMap { $0 as? Attribute }) }
            set { replace(Attribute.self, with: Array(newValue)) }
        }

        /// All attributes by name.
        public var attributesByName: [String: Attribute] {
            get { Self.byName(properties.compactMap { $0 as? Attribute }) }
            set { replace(Attribute.self, with: Array(newValue.values)) }
        }

        /// All relationships.
        public var relationships: Set<Relationship> {
            get { Set(properties.compactMap { $0 as? Relationship }) }
            set { replace(Relationship.self, with: Array(newValue)) }
        }

        /// All relationships by name.
        public var relationshipsByName: [String: Relationship] {
            get { Self.byName(properties.compactMap { $0 as? Relationship }) }
            set { replace(Relationship.self, with: Array(newValue.values)) }
        }

        private static func byName(_ list: [any SchemaProperty]) -> [String: any SchemaProperty] {
            Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
        }

        private static func byName<P: SchemaProperty>(_ list: [P]) -> [String: P] {
            Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
        }

        /// Puts other properties of one kind in the place of the class's own.
        private func replace<P: SchemaProperty>(_ kind: P.Type, with properties: [P]) {
            let inherited = Set(inheritedProperties.map(\.name))
            storedProperties.removeAll { $0 is P }
            storedProperties += properties.filter { !inherited.contains($0.name) }.sorted {
                $0.name < $1.name
            }
        }

        /// The entity, for people who debug.
        public var debugDescription: String { "Entity - name: \(name)" }

        /// Whether names, properties, constraints and superentities are equal.
        public static func == (lhs: Entity, rhs: Entity) -> Bool {
            lhs === rhs
                || lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
                    && lhs.attributesByName == rhs.attributesByName
                    && lhs.relationshipsByName == rhs.relationshipsByName
                    && lhs.uniquenessConstraints == rhs.uniquenessConstraints && lhs.indices == rhs.indices
        }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        private enum Key: CodingKey {
            case name, attributes, composites, relationships, superentity, unique, indexes
        }

        /// Reads an entity; `Schema` puts hierarchies together again.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            name = try values.decode(String.self, forKey: .name)
            superentityName = try values.decodeIfPresent(String.self, forKey: .superentity)
            uniquenessConstraints = try values.decode([[String]].self, forKey: .unique)
            indices = try values.decode([[String]].self, forKey: .indexes)
            storedProperties = try values.decode([Attribute].self, forKey: .attributes)
            storedProperties += try values.decode([CompositeAttribute].self, forKey: .composites)
            storedProperties += try values.decode([Relationship].self, forKey: .relationships)
        }

        /// Writes the entity's own properties.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Key.self)
            try values.encode(name, forKey: .name)
            try values.encodeIfPresent(superentityName, forKey: .superentity)
            try values.encode(uniquenessConstraints, forKey: .unique)
            try values.encode(indices, forKey: .indexes)
            let attributes = storedProperties.compactMap { $0 as? Attribute }
            try values.encode(attributes.filter { !($0 is CompositeAttribute) }, forKey: .attributes)
            try values.encode(attributes.compactMap { $0 as? CompositeAttribute }, forKey: .composites)
            try values.encode(storedProperties.compactMap { $0 as? Relationship }, forKey: .relationships)
        }
    }
}
