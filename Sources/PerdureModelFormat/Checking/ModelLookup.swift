// SPDX-License-Identifier: Apache-2.0
// A model file in the form that the rules of models need: dictionaries of properties by name, with inherited ones.
// Used by ModelChecker and ModelRefusals.

import PerdurePredicates

/// The entities and properties of a model by name.
struct ModelLookup {
    let hierarchy: DocumentHierarchy
    private let own: [String: Properties]

    private struct Properties {
        let attributes: [String: AttributeDocument]
        let relationships: [String: RelationshipDocument]
        let names: Set<String>

        init(_ entity: EntityDocument) {
            attributes = Dictionary(entity.attributes.map { ($0.traits.name, $0) }) { first, _ in first }
            relationships = Dictionary(entity.relationships.map { ($0.traits.name, $0) }) { first, _ in first
            }
            names = Set(entity.propertyNames)
        }
    }

    init(_ model: ModelDocument) {
        hierarchy = DocumentHierarchy(model)
        own = Dictionary(model.entities.map { ($0.name, Properties($0)) }) { first, _ in first }
    }

    /// The entity of a name.
    func entity(named name: String) -> EntityDocument? { hierarchy[name] }

    /// The attribute of an entity or of its nearest ancestor with that attribute, and the name of the owner.
    func attribute(_ name: String, of entity: EntityDocument) -> (
        owner: String, attribute: AttributeDocument
    )? {
        first(entity) { owner in own[owner]?.attributes[name].map { (owner, $0) } }
    }

    func relationship(_ name: String, of entity: EntityDocument) -> RelationshipDocument? {
        first(entity) { own[$0]?.relationships[name] }
    }

    func hasProperty(_ name: String, _ entity: EntityDocument) -> Bool {
        first(entity) { own[$0]?.names.contains(name) == true ? true : nil } ?? false
    }

    /// The property that a constraint or an index names, or the element of a composite at "composite.element".
    func member(_ path: String, of entity: EntityDocument) -> RuledMember? {
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let name = names[0]
        if let attribute = attribute(name, of: entity)?.attribute {
            return attribute.element(at: names.dropFirst()).map {
                .attribute(
                    isAssigned: attribute.isStoredByProgram && $0.isStoredByProgram,
                    isNumber: AttributeType.isNumber($0.type))
            }
        }
        // Only composites have elements.
        guard names.count == 1 else { return nil }
        if let relationship = relationship(name, of: entity) {
            return .relationship(
                isStored: !relationship.traits.isTransient && relationship.maxCount == 1)
        }
        return hasProperty(name, entity) ? .other : nil
    }

    private func first<Found>(_ entity: EntityDocument, _ find: (String) -> Found?) -> Found? {
        if let found = find(entity.name) { return found }
        var seen: Set<String> = [entity.name]
        var current = entity.superentityName
        while let name = current, seen.insert(name).inserted, let parent = hierarchy[name] {
            if let found = find(name) { return found }
            current = parent.superentityName
        }
        return nil
    }
}

extension AttributeDocument {
    /// The element at the end of a path of names; the attribute itself for an empty path.
    fileprivate func element(at path: ArraySlice<String>) -> AttributeDocument? {
        guard let name = path.first else { return self }
        return elements.first { $0.traits.name == name }?.element(at: path.dropFirst())
    }
}

extension ModelLookup: ModelRelationships {
    /// A relationship, and the entity at which it was found.
    struct Relationship {
        let document: RelationshipDocument
        let entity: String
    }

    var entities: [EntityDocument] { hierarchy.entities }

    func id(of entity: EntityDocument) -> String { entity.name }

    func name(of entity: EntityDocument) -> String? { entity.name }

    func parent(of entity: EntityDocument) -> ModelReference<EntityDocument> { hierarchy.parent(of: entity) }

    func propertyNames(of entity: EntityDocument) -> [String] { entity.propertyNames }

    func propertyCount(of entity: EntityDocument) -> Int { hierarchy.propertyCount(of: entity) }

    func path(of relationship: Relationship) -> (entity: String?, name: String) {
        (relationship.entity, relationship.document.traits.name)
    }

    func counts(of relationship: Relationship) -> (minimum: Int, maximum: Int) {
        (relationship.document.minCount, relationship.document.maxCount)
    }

    func destination(of relationship: Relationship) -> ModelReference<EntityDocument> {
        hierarchy.reference(relationship.document.destinationEntityName)
    }

    func inverse(
        of relationship: Relationship, at destination: EntityDocument
    ) -> ModelReference<Relationship> {
        guard let name = relationship.document.inverseName else { return .none }
        let found = self.relationship(name, of: destination)
        return found.map { .known(Relationship(document: $0, entity: destination.name)) } ?? .unknown(name)
    }

    func inverseName(of relationship: Relationship) -> String? { relationship.document.inverseName }

    func isInverse(_ other: Relationship, of relationship: Relationship) -> Bool {
        relationship.document.inverseName == other.document.traits.name
    }

    /// Always true: `inverse(of:at:)` looks for an inverse only in the destination entity.
    func has(_ entity: EntityDocument, _ relationship: Relationship) -> Bool { true }
}
