// SPDX-License-Identifier: Apache-2.0
// Indexes on the elements of sets that merge, where the model asks for them (MRG-124). The server maintains them itself, so that
// there are no side tables as in files.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// Makes the indexes on parts of the attributes of one entity.
struct MergeIndexDefinitions {
    let mapping: StoreMapping
    let entity: EntityMapping
    let place: ServerPlace

    /// The statements.
    func all(_ names: inout ServerNames) -> [ServerDefinition] {
        let layout = mapping.schema[entity.entity]
        let table = mapping.tables[entity.table].name
        return layout.properties[layout.inheritedCount...].compactMap { property in
            guard let rule = property.merge, rule.kind == .set, !rule.indexes.isEmpty,
                case .attribute(let column) = entity.slots[property.slot]
            else { return nil }
            let name = names.claim("\(table)_\(column.name)_elements")
            return .index(name, on: table, in: place, "USING gin (\(ServerName.quoted(column.name)))")
        }
    }
}
#endif
