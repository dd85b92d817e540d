// SPDX-License-Identifier: Apache-2.0
// Gives entities and properties their numbers. The order of entities is the one of Apple's files.

/// Turns definitions into layouts.
///
/// Used by `Schema.init` only.
struct SchemaBuilder {
    private let definitions: [String: EntityDefinition]
    /// Entity names in numbering order.
    private let order: [String]
    let numbers: [String: Int32]
    private let roots: [String: String]
    private let lastDescendants: [String: Int]
    let properties: PropertySlots

    init(_ list: [EntityDefinition]) throws {
        let model = DefinitionHierarchy(list)
        try model.check()
        var walk = NumberingWalk(
            children: Dictionary(
                grouping: list.filter { $0.superentity != nil }, by: { $0.superentity ?? "" }))
        for root in list.filter({ $0.superentity == nil }).sorted(by: Self.precedes) {
            walk.visit(root, root: root.name)
        }
        definitions = model.definitions
        order = walk.order
        roots = walk.roots
        lastDescendants = walk.lastDescendants
        properties = PropertySlots(definitions)
        numbers = Dictionary(uniqueKeysWithValues: walk.order.enumerated().map { ($1, Int32($0 + 1)) })
    }

    /// Names ignoring case, then with case: the order in which Apple's files number entities.
    static func precedes(_ left: EntityDefinition, _ right: EntityDefinition) -> Bool {
        (left.name.lowercased(), left.name) < (right.name.lowercased(), right.name)
    }

    // The rules have been checked, so numbering has met every definition: all names below have a number and a root.

    func layouts() throws -> [EntityLayout] {
        var layouts: [String: EntityLayout] = [:]
        for name in order { layouts[name] = try layout(of: definitions[name]!, parents: layouts) }
        return order.map { layouts[$0]! }
    }

    private func layout(of entity: EntityDefinition, parents: [String: EntityLayout]) throws -> EntityLayout {
        let parent = entity.superentity.flatMap { parents[$0] }
        let number = numbers[entity.name]!
        var properties = parent?.properties ?? []
        var slots = parent?.slots ?? [:]
        for property in entity.properties.sorted(by: { $0.name < $1.name }) {
            slots[property.name] = properties.count
            properties.append(
                PropertyLayout(
                    slot: properties.count, name: property.name, declaringEntity: number,
                    isOptional: property.isOptional, isTransient: property.isTransient,
                    kind: try kind(of: property, in: entity), formerName: property.formerName))
        }
        return EntityLayout(
            number: number, root: numbers[roots[entity.name]!]!, superentity: parent?.number,
            lastDescendant: Int32(lastDescendants[entity.name]!), name: entity.name,
            isAbstract: entity.isAbstract, properties: properties,
            inheritedCount: parent?.properties.count ?? 0,
            slots: slots, uniquenessConstraints: entity.uniquenessConstraints, indexes: entity.indexes,
            versionHash: entity.versionHash, formerName: entity.formerName)
    }

    private func kind(of property: PropertyDefinition, in entity: EntityDefinition) throws
        -> PropertyLayout.Kind
    {
        switch property.kind {
        case .attribute(let attribute): .attribute(attribute)
        case .relationship(let relationship):
            .relationship(
                try RelationshipResolver(builder: self).resolve(
                    relationship, named: property.name, in: entity))
        }
    }

}

/// The depth-first walk over the hierarchies.
private struct NumberingWalk {
    let children: [String: [EntityDefinition]]
    var order: [String] = []
    var roots: [String: String] = [:]
    /// The highest number in the subtree of each entity.
    var lastDescendants: [String: Int] = [:]

    mutating func visit(_ entity: EntityDefinition, root: String) {
        order.append(entity.name)
        roots[entity.name] = root
        for child in (children[entity.name] ?? []).sorted(by: SchemaBuilder.precedes) {
            visit(child, root: root)
        }
        lastDescendants[entity.name] = order.count
    }
}
