// SPDX-License-Identifier: Apache-2.0
// Indexes on the elements of sets and the entries of dictionaries that merge, where the model asks for them (MRG-124). The server maintains
// them itself, so that there are no side tables as in files.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// Makes the indexes on parts of the attributes of one entity.
struct MergeIndexDefinitions {
    let mapping: StoreMapping
    let entity: EntityMapping
    let place: ServerPlace

    private var table: String { mapping.tables[entity.table].name }

    /// The statements.
    func all(_ names: inout ServerNames) -> [ServerDefinition] {
        let layout = mapping.schema[entity.entity]
        return layout.properties[layout.inheritedCount...].flatMap { property -> [ServerDefinition] in
            guard let rule = property.merge, !rule.indexes.isEmpty,
                case .attribute(let column) = entity.slots[property.slot]
            else { return [] }
            return switch rule.kind {
            case .set: [elements(column.name, &names)]
            case .dictionary: entries(rule.indexes.sorted(), column.name, &names)
            default: []
            }
        }
    }

    private func elements(_ column: String, _ names: inout ServerNames) -> ServerDefinition {
        .index(
            names.claim("\(table)_\(column)_elements"), on: table, in: place,
            "USING gin (\(ServerName.quoted(column)))")
    }

    /// One index of hashes for each key, because an entry may have any length.
    ///
    /// A partial one finds the dictionaries whose entries the server cannot judge (PG-38).
    private func entries(_ keys: [String], _ column: String, _ names: inout ServerNames) -> [ServerDefinition]
    {
        let name = ServerName.quoted(column)
        let indexes = keys.compactMap { key -> ServerDefinition? in
            guard let entry = entry(key, name) else { return nil }
            return .index(
                names.claim("\(table)_\(column)_\(key)"), on: table, in: place, "USING hash ((\(entry)))")
        }
        guard !indexes.isEmpty else { return [] }
        let tags = ServerName.literal(MergedEntry.tag)
        let condition = "coalesce(strpos(\(name)::text, \(tags)), 0) > 0"
        return indexes + [
            .index(
                names.claim("\(table)_\(column)_tagged"), on: table, in: place,
                "(\(ServerName.quoted(mapping.system.key))) WHERE \(condition)")
        ]
    }

    /// The entry of a key, as statements say it; nil for keys that look like tags.
    private func entry(_ key: String, _ column: String) -> String? {
        let path = MergedEntry.path(key)
        guard MergedEntry.isPlain(path) else { return nil }
        return path.reduce(column) { "jsonb_object_field(\($0), \(ServerName.literal($1)))" }
    }
}
#endif
