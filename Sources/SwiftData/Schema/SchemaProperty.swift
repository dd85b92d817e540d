// SPDX-License-Identifier: Apache-2.0
// What attributes, relationships, constraints and indexes have in common, and what @Model says of each property.

import Foundation

/// A part of an entity: an attribute, a relationship, a constraint, an index.
public protocol SchemaProperty: Codable, Hashable {
    /// The property's name.
    var name: String { get set }
    /// The name in the schema's former version.
    var originalName: String { get set }
    /// The type in Swift.
    var valueType: any Any.Type { get set }
    /// Whether it is an attribute.
    var isAttribute: Bool { get }
    /// Whether it is a relationship.
    var isRelationship: Bool { get }
    /// Whether it has no place in stores.
    var isTransient: Bool { get }
    /// Whether the value may be missing.
    var isOptional: Bool { get }
    /// Whether no two models share the value.
    var isUnique: Bool { get }
}

extension SchemaProperty {
    /// False unless the property says otherwise.
    public var isAttribute: Bool { false }
    /// False unless the property says otherwise.
    public var isRelationship: Bool { false }
    /// False unless the property says otherwise.
    public var isTransient: Bool { false }
    /// Whether the type in Swift is an optional.
    public var isOptional: Bool { valueType is any OptionalValue.Type }
    /// False unless the property says otherwise.
    public var isUnique: Bool { false }
}

extension Schema {
    /// What a class says of one property.
    public struct PropertyMetadata {
        /// The property's name.
        let name: String
        /// The way to the value.
        let keypath: AnyKeyPath
        /// The value behind `=`; nil without one, and for relationships.
        let defaultValue: Any?
        /// What attributes such as `@Attribute` add.
        let metadata: (any SchemaProperty)?

        /// Describes a property.
        ///
        /// The default of a relationship is not evaluated: it is a model, whose class may lead back here.
        public init(
            name: String, keypath: AnyKeyPath, defaultValue: @autoclosure () -> Any? = nil,
            metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keypath = keypath
            self.metadata = metadata
            let isRelationship = ValueForm.relationship(type(of: keypath).valueType) != nil
            self.defaultValue = isRelationship ? nil : defaultValue().flatMap(Self.unwrapped)
        }

        /// The value inside optionals; nil for none.
        private static func unwrapped(_ value: Any) -> Any? {
            guard let optional = value as? any OptionalValue else { return value }
            return optional.content.flatMap(unwrapped)
        }

        /// Whether it is a property, and not a constraint or an index.
        var isProperty: Bool { !(metadata is any SchemaCombinations) }
        /// The type in Swift.
        var valueType: any Any.Type { type(of: keypath).valueType }
    }
}

/// A constraint or an index: names combinations of properties.
protocol SchemaCombinations: SchemaProperty {
    /// The names of the properties of each unique combination.
    var uniqueNames: [[String]] { get }
    /// The indexes.
    var indexNames: [(isSpatial: Bool, names: [String])] { get }
}
