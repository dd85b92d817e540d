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

    /// All rows of an entity as pairs of numbers.
    static func pairs(_ entity: String, _ engine: PostgreSQLEngine) throws -> [(row: Row, values: [Int64])] {
        guard let layout = engine.schema.entity(named: entity),
            case .rows(let rows) = try engine.fetch(FetchPlan(entity: layout.number))
        else { return [] }
        return rows.map { row in
            (
                row,
                layout.properties.map {
                    if case .integer(let number) = row[$0.slot] { number } else { 0 }
                }
            )
        }
    }
}
#endif
