// SPDX-License-Identifier: Apache-2.0
// A relationship of a schema.

import Foundation

extension Schema {
    /// A property that leads to models.
    public final class Relationship: SchemaProperty, CustomDebugStringConvertible {
        /// What a deletion does to the models at the other end.
        public enum DeleteRule: String, Codable, Sendable {
            /// Leaves the other end as it is.
            case noAction
            /// Takes the deleted model out of the other end.
            case nullify
            /// Deletes the other end.
            case cascade
            /// Refuses the deletion while there is another end.
            case deny
        }

        /// Something that is asked of a relationship.
        public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
            let word: String
            /// No two models lead to the same one.
            public static var unique: Option { Option(word: "unique") }
            /// The option as source has it.
            public var debugDescription: String { ".\(word)" }
        }

        /// The relationship's name.
        public var name = ""
        /// The name in the schema's former version.
        public var originalName: String
        /// What was asked for.
        public var options: [Option]
        /// The type in Swift.
        public var valueType: any Any.Type = Any.self
        /// What a deletion does.
        public var deleteRule: DeleteRule
        /// The name of the entity at the other end.
        public var destination = ""
        /// The name of the property at the other end.
        public var inverseName: String?
        /// The property at the other end, as it was stated.
        public var inverseKeyPath: AnyKeyPath?
        /// The way to the value.
        public var keypath: AnyKeyPath?
        /// The smallest number of models; 0 or nil for any.
        public var minimumModelCount: Int?
        /// The largest number of models; 0 or nil for any.
        public var maximumModelCount: Int?
        /// A text that changes the version hash.
        public var hashModifier: String?
        /// Whether the relationship leads to one model.
        public internal(set) var isToOneRelationship = true
        /// Whether the declaration says anything: such a property is paired by its words only.
        var isAnnotated = true
        /// Whether the value may be missing.
        public internal(set) var isOptional = true

        /// Describes a relationship whose name the class tells.
        public init(
            _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {
            self.options = options
            self.deleteRule = deleteRule
            self.minimumModelCount = minimumModelCount
            self.maximumModelCount = maximumModelCount
            self.originalName = originalName ?? ""
            inverseKeyPath = inverse
            self.hashModifier = hashModifier
        }

        /// False.
        public var isAttribute: Bool { false }
        /// True.
        public var isRelationship: Bool { true }
        /// False.
        public var isTransient: Bool { false }
        /// Whether no two models lead to the same one.
        public var isUnique: Bool { options.contains(.unique) }

        /// The relationship, for people who debug.
        public var debugDescription: String {
            "Relationship - name: \(name), options: \(options), valueType: \(valueType), "
                + "destination: \(destination), inverseName: \(inverseName ?? "nil"), deleteRule: \(deleteRule)"
        }

        /// Reads a relationship; types and key paths are not written.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: PropertyKey.self)
            name = try values.decode(String.self, forKey: .name)
            originalName = try values.decode(String.self, forKey: .originalName)
            options = try values.decode([Option].self, forKey: .options)
            hashModifier = try values.decodeIfPresent(String.self, forKey: .hashModifier)
            deleteRule = try values.decode(DeleteRule.self, forKey: .deleteRule)
            destination = try values.decode(String.self, forKey: .destination)
            inverseName = try values.decodeIfPresent(String.self, forKey: .inverseName)
            minimumModelCount = try values.decodeIfPresent(Int.self, forKey: .minimumModelCount)
            maximumModelCount = try values.decodeIfPresent(Int.self, forKey: .maximumModelCount)
            isToOneRelationship = try values.decode(Bool.self, forKey: .isToOne)
            isOptional = try values.decode(Bool.self, forKey: .isOptional)
        }

        /// Writes the relationship.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: PropertyKey.self)
            try values.encode(name, forKey: .name)
            try values.encode(originalName, forKey: .originalName)
            try values.encode(options, forKey: .options)
            try values.encodeIfPresent(hashModifier, forKey: .hashModifier)
            try values.encode(deleteRule, forKey: .deleteRule)
            try values.encode(destination, forKey: .destination)
            try values.encodeIfPresent(inverseName, forKey: .inverseName)
            try values.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
            try values.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
            try values.encode(isToOneRelationship, forKey: .isToOne)
            try values.encode(isOptional, forKey: .isOptional)
        }

        /// Whether all but types and key paths are equal.
        public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
            lhs.name == rhs.name && lhs.originalName == rhs.originalName && lhs.options == rhs.options
                && lhs.deleteRule == rhs.deleteRule && lhs.destination == rhs.destination
                && lhs.inverseName == rhs.inverseName && lhs.hashModifier == rhs.hashModifier
                && lhs.minimumModelCount == rhs.minimumModelCount
                && lhs.maximumModelCount == rhs.maximumModelCount
                && lhs.isToOneRelationship == rhs.isToOneRelationship && lhs.isOptional == rhs.isOptional
        }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}
