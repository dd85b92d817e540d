// SPDX-License-Identifier: Apache-2.0
// What a migration changes in perdure_entities and perdure_columns. An entity keeps its number, and no number is given twice
// (PG-44); a column keeps its number, by which histories name it.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The numbers of the entities of the new version.
struct MigratedNumbers {
    /// By the name of the entity in the new version.
    let numbers: [String: Int32]

    private static let formerKind = "former_entity"

    /// Gives each entity the number of the one it was; new ones get numbers that no entity ever had.
    init(_ steps: InferredMigration, _ entities: [Int32], _ session: ServerSession, _ place: String) throws {
        let results = try session.run([
            ServerRequest("SELECT id, name FROM \(place).perdure_entities", isPrepared: false),
            ServerRequest(
                "SELECT name FROM \(place).perdure_objects WHERE kind = $1", [.text(Self.formerKind)],
                isPrepared: false),
        ])
        var known: [String: Int32] = [:]
        for row in 0..<results[0].rowCount {
            guard let id = try results[0].value(row, 0)?.integer,
                case .text(let name)? = try results[0].value(row, 1)
            else { continue }
            known[name] = Int32(truncatingIfNeeded: id)
        }
        let former = try results[1].column(0).compactMap { value -> Int32? in
            guard case .text(let name)? = value else { return nil }
            return name.split(separator: " ").first.flatMap { Int32($0) }
        }
        self.init(steps, entities, known: known, former: former)
    }

    /// Goes on behind the numbers of the old version and of entities that are gone.
    init(_ steps: InferredMigration, _ entities: [Int32], known: [String: Int32], former: [Int32] = []) {
        var last = max(known.values.max() ?? 0, former.max() ?? 0)
        var numbers: [String: Int32] = [:]
        for entity in entities {
            let name = steps.destination[entity].name
            let source = steps.steps.first { $0.destination == entity }?.source
            if let number = source.flatMap({ known[steps.source[$0].name] }) {
                numbers[name] = number
            } else {
                last += 1
                numbers[name] = last
            }
        }
        self.numbers = numbers
    }

    /// Remembers the numbers of entities that go.
    static func remembering(_ removed: [EntityMapping], _ schema: Schema, _ place: String) -> [ServerRequest]
    {
        removed.map {
            ServerRequest(
                "INSERT INTO \(place).perdure_objects (kind, name) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                [.text(formerKind), .text("\($0.fileNumber) \(schema[$0.entity].name)")], isPrepared: false)
        }
    }
}

/// The rows of the new version.
struct MigratedNameRows {
    let entities: MigratedEntities
    let session: any MigrationSession
    let place: String
    /// The version hashes of the entities, by name.
    let hashes: [String: Data]

    /// A property's column, as the old version has written it down.
    private struct Key: Hashable {
        let entity: String
        let property: String
        let role: String
    }

    /// Writes all rows anew; columns keep their numbers.
    func write() throws {
        let numbers = try columnNumbers()
        var requests = MigratedNumbers.remembering(entities.removed, entities.old.schema, place)
        requests += ["perdure_entities", "perdure_columns"].map {
            ServerRequest("DELETE FROM \(place).\($0)", isPrepared: false)
        }
        requests += StoredNameRows(mapping: entities.new, place: place, hashes: hashes).requests([])
        try session.run(requests)
        try session.run(renumbering(numbers))
    }

    private func columnNumbers() throws -> [Key: Int64] {
        if let paper = session.paper { return Self.numbers(paper.mapping) }
        let result = try session.run(
            ServerRequest(
                "SELECT entity, property, path, number FROM \(place).perdure_columns", isPrepared: false))
        var numbers: [Key: Int64] = [:]
        for row in 0..<result.rowCount {
            guard case .text(let entity)? = try result.value(row, 0),
                case .text(let property)? = try result.value(row, 1),
                case .text(let role)? = try result.value(row, 2),
                let number = try result.value(row, 3)?.integer
            else { continue }
            numbers[Key(entity: entity, property: property, role: role)] = number
        }
        return numbers
    }

    /// The numbers of a new store, which counts its columns from 1.
    private static func numbers(_ mapping: StoreMapping) -> [Key: Int64] {
        var numbers: [Key: Int64] = [:]
        for entity in mapping.entities.compactMap({ $0 }) {
            let layout = mapping.schema[entity.entity]
            for property in layout.properties[layout.inheritedCount...] {
                for column in StoredColumn.all(of: entity, property, mapping) {
                    numbers[Key(entity: layout.name, property: property.name, role: column.role)] = Int64(
                        numbers.count + 1)
                }
            }
        }
        return numbers
    }

    /// Gives the rows of columns that were there before their numbers.
    private func renumbering(_ numbers: [Key: Int64]) -> [ServerRequest] {
        entities.new.entities.compactMap { $0 }.flatMap { entity -> [ServerRequest] in
            let layout = entities.new.schema[entity.entity]
            guard let pair = entities.pairs(below: entity.entity).first else { return [] }
            return layout.properties[layout.inheritedCount...].flatMap { property -> [ServerRequest] in
                guard let source = pair.step.origins[property.slot].source else { return [] }
                let former = entities.old.schema[pair.old.entity].properties[source]
                let declaring = entities.old.schema[former.declaringEntity].name
                let columns = StoredColumn.all(of: entity, property, entities.new)
                let renumbered = columns.compactMap { column in
                    numbers[Key(entity: declaring, property: former.name, role: column.role)].map {
                        update(layout.name, property.name, column.role, to: $0)
                    }
                }
                let members = Key(
                    entity: declaring, property: former.name, role: HistoryColumns.withoutColumn)
                guard columns.isEmpty, let number = numbers[members] else { return renumbered }
                return renumbered + [HistoryColumns.naming(layout.name, property.name, number, place)]
            }
        }
    }

    private func update(_ entity: String, _ property: String, _ role: String, to number: Int64)
        -> ServerRequest
    {
        // An identity column takes numbers in insertions alone.
        ServerRequest(
            "WITH c AS (DELETE FROM \(place).perdure_columns WHERE entity = $1 AND property = $2 AND path = $3 RETURNING *) "
                + "INSERT INTO \(place).perdure_columns (number, entity, property, path, table_name, column_name, type, "
                + "renaming_identifier) OVERRIDING SYSTEM VALUE SELECT $4::integer, entity, property, path, table_name, "
                + "column_name, type, renaming_identifier FROM c",
            [.text(entity), .text(property), .text(role), .int4(Int32(truncatingIfNeeded: number))],
            isPrepared: false)
    }
}
#endif
