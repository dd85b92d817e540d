// SPDX-License-Identifier: Apache-2.0
// By which attributes the objects of two stores are the same. Made for StoreComparison.swift.

import PerdureStore

/// The keys of entities.
struct ComparisonKeys {
    /// Attributes by the name of the entity that has them.
    private var attributes: [String: [String]] = [:]
    /// Whether any entity has a key.
    var isEmpty: Bool { attributes.isEmpty }

    /// - Throws: `UsageError` for words that are no key, `ToolError` for names that an entity does not have.
    init(_ arguments: Arguments, _ first: Schema, _ second: Schema) throws {
        if arguments.switches.contains("by-key") {
            for entity in first.entities {
                guard
                    let constraint = entity.uniquenessConstraints.first(where: {
                        Self.areAttributes($0, entity)
                    })
                else { continue }
                attributes[entity.name] = constraint
            }
            guard !attributes.isEmpty || arguments.lists["key"] != nil else {
                throw UsageError(
                    "'--by-key': the model has no uniqueness constraint: say with '--key ENTITY=ATTRIBUTE' what objects are known by",
                    arguments.command.fullName)
            }
        }
        for word in arguments.lists["key"] ?? [] {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError("'--key' needs ENTITY=ATTRIBUTE, not '\(word)'", arguments.command.fullName)
            }
            attributes[parts[0]] = try Self.names(parts[1], of: parts[0], [first, second])
        }
    }

    private static func areAttributes(_ names: [String], _ entity: EntityLayout) -> Bool {
        names.allSatisfy { entity.property(named: $0)?.attribute != nil }
    }

    private static func names(_ text: String, of entity: String, _ schemas: [Schema]) throws -> [String] {
        let names = text.split(separator: ",").map(String.init)
        for schema in schemas {
            guard let layout = schema.entity(named: entity) else {
                throw UnknownName.entity(entity, of: schema, in: "'--key'")
            }
            let known = layout.properties.filter { $0.attribute != nil && !$0.isTransient }.map(\.name)
            for name in names where !known.contains(name) {
                throw ToolError("'--key': \(UnknownName.property(name, of: entity, known))")
            }
        }
        return names
    }

    /// The attributes of an entity's key, which its ancestors may have; nil for identity by number.
    func key(of layout: EntityLayout, _ schema: Schema) -> [String]? {
        var current: EntityLayout? = layout
        while let entity = current {
            if let key = attributes[entity.name] { return key }
            current = entity.superentity.map { schema[$0] }
        }
        return nil
    }
}
