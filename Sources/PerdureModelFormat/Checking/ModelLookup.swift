// SPDX-License-Identifier: Apache-2.0
// Finds the properties of a model's entities by name, inherited ones included, without looking through lists. Used by
// ModelChecker and ModelRefusals.

/// The entities and properties of a model by name.
struct ModelLookup {
    let entities: [String: EntityDocument]
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
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        own = entities.mapValues(Properties.init)
    }

    /// The entity and its ancestors, nearest first, ending where a cycle would begin.
    func lineage(of entity: EntityDocument) -> [EntityDocument] {
        var chain = [entity]
        var seen: Set<String> = [entity.name]
        while let parent = chain[chain.count - 1].superentityName.flatMap({ entities[$0] }),
            seen.insert(parent.name).inserted
        { chain.append(parent) }
        return chain
    }

    /// The attribute of an entity or of its nearest ancestor that has one, with the name of its owner.
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

    /// Whether an entity is another one or a descendant of it.
    func isKind(_ entity: EntityDocument, of other: String) -> Bool {
        first(entity) { $0 == other ? true : nil } ?? false
    }

    private func first<Found>(_ entity: EntityDocument, _ find: (String) -> Found?) -> Found? {
        if let found = find(entity.name) { return found }
        var seen: Set<String> = [entity.name]
        var current = entity.superentityName
        while let name = current, seen.insert(name).inserted, let parent = entities[name] {
            if let found = find(name) { return found }
            current = parent.superentityName
        }
        return nil
    }
}
