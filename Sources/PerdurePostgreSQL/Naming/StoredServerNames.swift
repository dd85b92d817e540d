// SPDX-License-Identifier: Apache-2.0
// The names that an existing store has, as it has written them down (PG-43). PerdureSQL's MappingBuilder asks for them.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The names of a store's tables and columns.
struct StoredServerNames: StoredNames {
    private var entities: [String: (number: Int32, table: String)] = [:]
    private let columns: StoredColumnNames
    private let place: String

    let isExisting = true

    init(_ session: ServerSession, _ place: String) throws {
        self.place = place
        let results = try session.run([
            ServerRequest("SELECT id, name, table_name FROM \(place).perdure_entities"),
            ServerRequest(
                "SELECT entity, property, path, table_name, column_name FROM \(place).perdure_columns"),
        ])
        columns = StoredColumnNames(try StoredColumnNames.rows(results[1]))
        for row in 0..<results[0].rowCount {
            guard let number = try results[0].value(row, 0)?.integer,
                case .text(let name)? = try results[0].value(row, 1),
                case .text(let table)? = try results[0].value(row, 2)
            else { continue }
            entities[name] = (Int32(truncatingIfNeeded: number), table)
        }
    }

    func hasTable(_ name: String) -> Bool { columns.hasTable(name) }

    func numbers(of included: [Int32], in schema: Schema) throws -> [Int32] {
        var numbers = [Int32](repeating: 0, count: schema.entities.count)
        for entity in included {
            guard let known = entities[schema[entity].name] else {
                throw mismatch(schema[entity].name, nil, "the store has no number for the entity")
            }
            numbers[Int(entity) - 1] = known.number
        }
        return numbers
    }

    func table(_ predicted: String, or former: String?, entity: String) throws -> String {
        guard let known = entities[entity] else {
            throw mismatch(entity, nil, "the store has no table for the entity")
        }
        return known.table
    }

    func column(_ predicted: String, in table: String, entity: String, property: String) throws -> String {
        guard let found = columns.column(predicted, in: table, entity: entity, property: property) else {
            throw mismatch(entity, property, "the table \(table) has no column \(predicted)")
        }
        return found
    }

    func optionalColumn(_ predicted: String, in table: String) -> String? {
        columns.order(predicted, in: table)
    }

    func entityColumn(_ predicted: String, key: String, in table: String) -> String? {
        columns.entity(predicted, besidePredicted: key, in: table)
    }

    func hasColumns(_ names: Set<String>, in table: String) -> Bool {
        names.allSatisfy { columns.has($0, in: table) }
    }

    func isAddable(_ property: String, of entity: String) -> Bool { false }

    func joinTable(_ predicted: String, or alternatives: [String], entity: String, property: String) throws
        -> String
    {
        if let written = columns.joinTable(entity: entity, property: property) { return written }
        guard let found = ([predicted] + alternatives).first(where: hasTable) else {
            throw mismatch(entity, property, "the store has no table \(predicted)")
        }
        return found
    }

    func joinColumn(
        _ predicted: String, base: String, numbers: [Int32], in table: String, entity: String,
        property: String
    ) throws -> String {
        // The column of an end is named by the other end.
        let isMember = base == ServerWord.snakeCase(property)
        let written = columns.joinColumn(
            isMember ? "member" : "own", in: table, entity: entity, property: property)
        return try columns.has(predicted, in: table)
            ? predicted : written ?? column(predicted, in: table, entity: entity, property: property)
    }

    func reflexiveColumns(_ predicted: String, in table: String, entity: String, property: String) throws -> (
        own: String, member: String
    ) {
        let names = NewNames().reflexiveColumns(predicted, in: table, entity: entity, property: property)
        func written(_ role: String, _ name: String) throws -> String {
            if let found = columns.joinColumn(role, in: table, entity: entity, property: property) {
                return found
            }
            return try column(name, in: table, entity: entity, property: property)
        }
        return (try written("own", names.own), try written("member", names.member))
    }

    private func mismatch(_ entity: String, _ property: String?, _ reason: String) -> StoreError {
        .schemaMismatch(path: place, entity: entity, property: property, reason: reason)
    }
}
#endif
