// SPDX-License-Identifier: Apache-2.0
// An attribute of a schema. CompositeAttribute is one whose value has elements.

import Foundation

extension Schema {
    /// A value that a model keeps.
    public class Attribute: SchemaProperty, CustomDebugStringConvertible {
        /// The attribute's name.
        public var name: String
        /// The name in the schema's former version.
        public var originalName: String
        /// What was asked for.
        public var options: [Option]
        /// The type in Swift.
        public var valueType: any Any.Type
        /// The value of the declaration.
        public var defaultValue: Any?
        /// A text that changes the version hash.
        public var hashModifier: String?
        /// Whether the value may be missing.
        public var isOptional: Bool

        /// Describes an attribute whose name the class tells.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            name = ""
            self.options = options
            self.originalName = originalName ?? ""
            self.hashModifier = hashModifier
            valueType = Any.self
            isOptional = false
        }

        /// Describes an attribute.
        public init(
            name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
            defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            self.name = name
            self.originalName = originalName ?? name
            self.options = options
            self.valueType = valueType
            self.defaultValue = defaultValue
            self.hashModifier = hashModifier
            isOptional = valueType is any OptionalValue.Type
        }

        /// True.
        public var isAttribute: Bool { true }
        /// False.
        public var isRelationship: Bool { false }
        /// Whether the value lives in memory only.
        public var isTransient: Bool { options.contains(.ephemeral) }
        /// Whether no two models share the value.
        public var isUnique: Bool { options.contains(.unique) }
        /// Whether a transformer writes the value.
        public var isTransformable: Bool { options.contains { $0.transformerName != nil } }
        /// Whether the value is one encoded value in the store.
        public var isCodable: Bool { options.contains(.codable) }

        /// The attribute, for people who debug.
        public var debugDescription: String {
            "Attribute - name: \(name), options: \(options), valueType: \(valueType), "
                + "defaultValue: \(defaultValue.map { "\($0)" } ?? "nil"), hashModifier: \(hashModifier ?? "nil")"
        }

        /// Reads an attribute; a type in Swift is not written, so it is unknown then.
        public required init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: PropertyKey.self)
            name = try values.decode(String.self, forKey: .name)
            originalName = try values.decode(String.self, forKey: .originalName)
            options = try values.decode([Option].self, forKey: .options)
            hashModifier = try values.decodeIfPresent(String.self, forKey: .hashModifier)
            isOptional = try values.decode(Bool.self, forKey: .isOptional)
            valueType = Any.self
        }

        /// Writes the attribute.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: PropertyKey.self)
            try values.encode(name, forKey: .name)
            try values.encode(originalName, forKey: .originalName)
            try values.encode(options, forKey: .options)
            try values.encodeIfPresent(hashModifier, forKey: .hashModifier)
            try values.encode(isOptional, forKey: .isOptional)
        }

        /// Whether all but types and default values are equal.
        public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
            lhs.name == rhs.name && lhs.originalName == rhs.originalName && lhs.options == rhs.options
                && lhs.hashModifier == rhs.hashModifier && lhs.isOptional == rhs.isOptional
        }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// An attribute whose value has elements: an enum, a Codable struct.
    public final class CompositeAttribute: Attribute {
        /// The elements in the order of the type.
        public var properties: [Attribute] = []

        /// Describes a composite attribute.
        public override init(
            name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
            defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            super.init(
                name: name, originalName: originalName, options: options, valueType: valueType,
                defaultValue: defaultValue, hashModifier: hashModifier)
        }

        /// Reads a composite attribute.
        public required init(from decoder: any Decoder) throws {
            properties = try decoder.container(keyedBy: PropertyKey.self)
                .decode([Attribute].self, forKey: .properties)
            try super.init(from: decoder)
        }

        /// Writes the attribute and its elements.
        public override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var values = encoder.container(keyedBy: PropertyKey.self)
            try values.encode(properties, forKey: .properties)
        }

        /// The attribute, for people who debug.
        public override var debugDescription: String { "Composite\(super.debugDescription), \(properties)" }

        /// Whether the attributes and their elements are equal.
        public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
            (lhs as Attribute) == (rhs as Attribute) && lhs.properties == rhs.properties
        }
    }
}

/// The keys of properties in the written form of a schema.
enum PropertyKey: String, CodingKey {
    case name, originalName, options, hashModifier, isOptional, properties
    case deleteRule, destination, inverseName, minimumModelCount, maximumModelCount, isToOne
}
