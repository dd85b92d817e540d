// SPDX-License-Identifier: Apache-2.0
// What a store writes down of its names, so that later rules change nothing in an existing store (PG-43).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The rows of perdure_entities, perdure_columns and perdure_objects.
struct StoredNameRows {
    let mapping: StoreMapping
    let place: String
    /// The version hashes of the entities, by name.
    var hashes: [String: Data] = [:]

    /// The statements that write them.
    func requests(_ definitions: [ServerDefinition]) -> [ServerRequest] {
        entities() + columns() + objects(definitions)
    }

    private func entities() -> [ServerRequest] {
        mapping.entities.compactMap { $0 }.map { entity in
            let layout = mapping.schema[entity.entity]
            let parent = layout.superentity.map { mapping.schema[$0].name }
            return ServerRequest(
                "INSERT INTO \(place).perdure_entities (id, name, parent, table_name, version_hash) "
                    + "VALUES ($1, $2, $3, $4, $5)",
                [
                    .int4(entity.fileNumber), .text(layout.name), parent.map { .text($0) } ?? .null(.text),
                    .text(mapping.tables[entity.table].name),
                    hashes[layout.name].map { .bytea($0) } ?? .null(.bytea),
                ])
        }
    }

    private func columns() -> [ServerRequest] {
        mapping.entities.compactMap { $0 }.flatMap { entity -> [ServerRequest] in
            let layout = mapping.schema[entity.entity]
            return layout.properties[layout.inheritedCount...].flatMap { property in
                StoredColumn.all(of: entity, property, mapping).map { column in
                    ServerRequest(
                        "INSERT INTO \(place).perdure_columns (entity, property, path, table_name, column_name, type) "
                            + "VALUES ($1, $2, $3, $4, $5, $6)",
                        [
                            .text(layout.name), .text(property.name), .text(column.role), .text(column.table),
                            .text(column.name), .text(column.type),
                        ])
                }
            }
        }
    }

    /// The rows of what is not a table.
    func objects(_ definitions: [ServerDefinition]) -> [ServerRequest] {
        definitions.filter { $0.kind != .table }.map {
            ServerRequest(
                "INSERT INTO \(place).perdure_objects (kind, name) VALUES ($1, $2)",
                [.text($0.kind.rawValue), .text($0.name)])
        }
    }
}

extension StoredNameRows {
    /// The rows of what is not a table and may be listed already.
    func missingObjects(_ definitions: [ServerDefinition]) -> [ServerRequest] {
        objects(definitions).map { request in
            var request = request
            request.text += " ON CONFLICT DO NOTHING"
            return request
        }
    }
}

/// A column or a table of one property.
struct StoredColumn: Hashable {
    /// The path of a composite's element, or the column's purpose: id, entity, order, own, member.
    let role: String
    let table: String
    /// The name of the column; empty for a join table.
    let name: String
    let type: String

    static func all(of entity: EntityMapping, _ property: PropertyLayout, _ mapping: StoreMapping) -> [Self] {
        let table = mapping.tables[entity.table].name
        switch entity.slots[property.slot] {
        case .none: return []
        case .attribute(let column):
            return [Self(role: "", table: table, name: column.name, type: column.columnType.text)]
        case .composite(let columns):
            return columns.map {
                Self(
                    role: $0.path.joined(separator: "."), table: table, name: $0.name,
                    type: $0.columnType.text)
            }
        case .toOne(let ends):
            return keys(table, ends.key, ends.entity, ends.order)
        case .toMany(.foreignKey(let key)):
            guard key.slot == nil else { return [] }
            return keys(mapping.tables[key.table].name, key.key, nil, key.order)
        case .toMany(.joinTable(let link)):
            let join = mapping.joinTables[link.table]
            return [
                Self(role: "own", table: join.name, name: link.own, type: "bigint"),
                Self(role: "member", table: join.name, name: link.member, type: "bigint"),
            ] + (link.order.map { [Self(role: "order", table: join.name, name: $0, type: "bigint")] } ?? [])
        }
    }

    private static func keys(_ table: String, _ key: String, _ entity: String?, _ order: String?) -> [Self] {
        [Self(role: "id", table: table, name: key, type: "bigint")]
            + (entity.map { [Self(role: "entity", table: table, name: $0, type: "integer")] } ?? [])
            + (order.map { [Self(role: "order", table: table, name: $0, type: "bigint")] } ?? [])
    }
}
#endif
