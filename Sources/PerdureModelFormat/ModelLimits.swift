// SPDX-License-Identifier: Apache-2.0
// How deep a model may be. Readers ask before anything follows the names of a model, in loops or in recursion.

/// The bounds of models.
package enum ModelLimits {
    /// How many entities may stand above each other, the lowest one included.
    package static let hierarchy = 200
    /// How many properties all entities may have together, each with those that it inherits.
    ///
    /// Layouts, hashes and maps list them: a short file could ask for billions.
    package static let properties = 1_000_000
    /// The tables that Core Data keeps for itself, and whose names an entity's table can have.
    package static let ownTables: Set = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]

    /// The table that an entity's name leads to, where it is one of Core Data's own.
    package static func ownTable(forEntity name: String) -> String? {
        let table = "Z" + name.uppercased()
        return ownTables.contains(table) ? table : nil
    }
}

extension ModelDocument {
    /// Checks the depth of hierarchies, without following any of them twice.
    ///
    /// - Throws: `ModelFormatError` that names the first entity beyond a limit.
    package func checkDepth() throws {
        var depths = InheritanceDepths(self)
        for entity in entities {
            let found = depths.depth(of: entity.name)
            if found.entities > ModelLimits.hierarchy {
                throw ModelFormatError(
                    .inconsistent,
                    "the entity has more than \(ModelLimits.hierarchy) ancestors; remove some of them",
                    entity: entity.name)
            }
            depths.total += found.properties
            guard depths.total <= ModelLimits.properties else {
                throw ModelFormatError(
                    .inconsistent,
                    "the entities up to this one have more than \(ModelLimits.properties) properties together, inherited "
                        + "ones included; split the model, or inherit fewer", entity: entity.name)
            }
        }
    }
}

/// What stands above entities, counted in time that is linear in their number.
private struct InheritanceDepths {
    typealias Depth = (entities: Int, properties: Int)

    var total = 0
    private let own: [String: (parent: String?, properties: Int)]
    private var known: [String: Depth] = [:]

    init(_ model: ModelDocument) {
        own = Dictionary(
            model.entities.map { ($0.name, ($0.superentityName, $0.propertyCount)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The entity and its ancestors, up to where a ring closes.
    mutating func depth(of name: String) -> Depth {
        var chain: [String] = []
        var seen: Set<String> = []
        var current: String? = name
        while let name = current, known[name] == nil, let entity = own[name], seen.insert(name).inserted {
            chain.append(name)
            current = entity.parent
        }
        var depth = current.flatMap { known[$0] } ?? (0, 0)
        for name in chain.reversed() {
            depth = (depth.entities + 1, depth.properties + (own[name]?.properties ?? 0))
            known[name] = depth
        }
        return known[name] ?? depth
    }
}

extension EntityDocument {
    fileprivate var propertyCount: Int { attributes.count + relationships.count + fetchedProperties.count }
}
