// SPDX-License-Identifier: Apache-2.0
// Derived attributes as slots: what engines compute them from. Compiled with the schema; the rules for names are
// DerivationResolver's.

import PerdurePredicates

/// How one derived attribute is computed.
public struct Derivation: Sendable, Hashable {
    /// The number of the entity that declares the attribute; subentities inherit it.
    public let entity: Int32
    /// The slot of the attribute.
    public let slot: Int
    /// The attribute's name.
    public let name: String
    /// What is computed.
    public let form: DerivationForm
    /// The relationships that lead to the source, one after the other; at most one of them is a to-many.
    public let steps: [Step]
    /// The attribute that is read at the end of the steps; nil for a count and for the clock.
    public let source: Source?
    /// The expression, in the spelling of model sources.
    public let expression: ExpressionNode
    /// Whether an earlier derivation has the same name, read as entity_attribute and without regard to case.
    public let hasNamesake: Bool

    /// A relationship on the way to the source.
    public struct Step: Sendable, Hashable {
        /// The entity on which `slot` is read.
        public let owner: Int32
        /// The relationship's slot.
        public let slot: Int
        /// The entity that the relationship leads to.
        public let destination: Int32
        /// Whether the relationship has many members.
        public let isToMany: Bool
    }

    /// The attribute at the end of the way.
    public struct Source: Sendable, Hashable {
        /// The entity on which `slot` is read.
        public let owner: Int32
        /// The attribute's slot.
        public let slot: Int
        /// The attribute's type.
        public let type: StoredAttributeType
    }
}

extension AttributeDefinition {
    /// Whether stores compute the value.
    var isComputed: Bool { derivation != nil }

    /// Whether stores compute the value, and not as that of another attribute.
    func isComputed(unlike other: AttributeDefinition) -> Bool {
        isComputed && derivation != other.derivation
    }
}

extension Derivation {
    /// All derivations of a list of layouts, in the order of entities and slots.
    ///
    /// A derivation that cannot be computed is left out: a model may be incomplete until a store is added, which then fails.
    static func all(in entities: [EntityLayout]) -> [Derivation] {
        let names = LayoutNames(entities: entities)
        var known: Set<FullName> = []
        return entities.flatMap { entity in
            entity.properties[entity.inheritedCount...].compactMap { property in
                let name = FullName(entity, property)
                guard let expression = property.attribute?.derivation,
                    let found = try? Derivation(
                        property, expression, of: entity, names, hasNamesake: known.contains(name))
                else { return nil }
                known.insert(name)
                return found
            }
        }
    }

    /// A name under which a file may confuse two attributes.
    private struct FullName: Hashable {
        private let size: Int
        private let text: String

        init(_ entity: EntityLayout, _ property: PropertyLayout) {
            let name = "\(entity.name)_\(property.name)"
            size = name.utf8.count
            text = name.lowercased()
        }
    }

    private init(
        _ property: PropertyLayout, _ expression: ExpressionNode, of entity: EntityLayout,
        _ names: LayoutNames, hasNamesake: Bool
    ) throws {
        let held = property.attribute?.allowsExternalStorage == true ? DerivationValue.external : nil
        let resolved = try DerivationResolver(names, entity).resolve(expression, as: held)
        self.entity = entity.number
        self.hasNamesake = hasNamesake
        slot = property.slot
        name = property.name
        form = resolved.form
        self.expression = expression
        steps = resolved.steps.compactMap { step in
            step.owner.slots[step.name].map {
                Step(
                    owner: step.owner.number, slot: $0, destination: step.destination.number,
                    isToMany: step.isToMany)
            }
        }
        source = resolved.source.flatMap { source in
            source.owner.property(named: source.name).flatMap { found in
                found.attribute.map {
                    Source(owner: source.owner.number, slot: found.slot, type: $0.type)
                }
            }
        }
    }
}

extension EntityLayout {
    /// Whether stores compute values of its rows.
    public var isComputed: Bool { properties.contains(where: \.isComputed) }
}

/// The names in a compiled schema.
private struct LayoutNames: DerivationNames {
    let entities: [EntityLayout]

    func name(of entity: EntityLayout) -> String { entity.name }

    func storedRelationship(
        _ name: String, of entity: EntityLayout
    ) -> (destination: EntityLayout, isToMany: Bool)? {
        guard let property = entity.property(named: name), !property.isTransient,
            let relationship = property.relationship
        else { return nil }
        return (entities[Int(relationship.destination) - 1], relationship.isToMany)
    }

    func storedAttribute(_ name: String, of entity: EntityLayout) -> DerivationValue? {
        guard let property = entity.property(named: name), !property.isTransient,
            !property.isComputed, let attribute = property.attribute
        else { return nil }
        return DerivationValue(attribute)
    }
}

extension DerivationValue {
    /// What an attribute holds.
    package init(_ attribute: AttributeDefinition) {
        self = attribute.allowsExternalStorage ? .external : DerivationValue(attribute.type)
    }

    /// What attributes of a type hold.
    package init(_ type: StoredAttributeType) {
        switch type {
        case .integer16, .integer32, .integer64: self = .integer
        case .decimal, .double, .float: self = .fraction
        case .string: self = .text
        case .date: self = .date
        case .boolean: self = .truth
        case .binary: self = .binary
        case .uuid: self = .uuid
        case .uri: self = .uri
        case .transformable: self = .transformable
        case .composite: self = .composite
        case .undefined, .objectID: self = .other
        }
    }
}
