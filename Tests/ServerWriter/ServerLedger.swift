// SPDX-License-Identifier: Apache-2.0
// The model of the load: entries that each writer numbers, and a counter that says how many it has written.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// The store of the load.
enum ServerLedger {
    static let entities = [
        EntityDefinition(
            "Counter", properties: [attribute("writer"), attribute("count")],
            uniquenessConstraints: [["writer"]]),
        EntityDefinition(
            "Entry", properties: [attribute("writer"), attribute("number")],
            uniquenessConstraints: [["writer", "number"]]),
    ]

    private static func attribute(_ name: String) -> PropertyDefinition {
        PropertyDefinition(name, .attribute(AttributeDefinition(.integer64)))
    }

    static func open(_ url: String, _ schema: String) throws -> PostgreSQLEngine {
        var client = try ClientConfiguration(PostgreSQLURL(url))
        client.applicationName = "ServerWriter"
        client.timeout = 20
        client.poolSize = 64
        var options = PostgreSQLOptions(client)
        options.namespace = schema
        return try PostgreSQLEngine.open(options, schema: Schema(entities))
    }

    /// The second attribute of an entity, beside the writer.
    private static func second(_ entity: String) -> String { entity == "Counter" ? "count" : "number" }

    /// The values of a new row, in the order of the slots.
    static func values(_ layout: EntityLayout, _ writer: Int64, _ number: Int64)
        -> ContiguousArray<StoredValue>
    {
        ContiguousArray(layout.properties.map { .integer($0.name == "writer" ? writer : number) })
    }

    /// The change of a row's second attribute.
    static func change(_ layout: EntityLayout, to number: Int64) -> [SlotChange] {
        layout.property(named: second(layout.name)).map {
            [SlotChange(slot: $0.slot, value: .integer(number))]
        } ?? []
    }

    /// All rows of an entity as writers and numbers.
    static func pairs(_ entity: String, _ engine: PostgreSQLEngine) throws -> [(row: Row, values: [Int64])] {
        guard let layout = engine.schema.entity(named: entity),
            case .rows(let rows) = try engine.fetch(FetchPlan(entity: layout.number))
        else { return [] }
        let slots = ["writer", second(entity)].compactMap { layout.property(named: $0)?.slot }
        return rows.map { row in
            (row, slots.map { if case .integer(let number) = row[$0] { number } else { 0 } })
        }
    }
}
#endif
