// SPDX-License-Identifier: Apache-2.0
// Counts the objects of a store without its model.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

extension ClosedServerStore {
    /// The entities of the store, each with the number of its own rows; costs a scan of each table.
    package func entityCounts() throws -> [EntityCount] {
        try withSession("count the store's objects", .reading) { session in
            let entities = try session.run(
                ServerRequest("SELECT id, name, table_name FROM \(place).perdure_entities ORDER BY id"))
            var counts: [String: [Int64: Int64]] = [:]
            return try (0..<entities.rowCount).compactMap { row in
                guard let number = try entities.value(row, 0)?.integer,
                    case .text(let name)? = try entities.value(row, 1),
                    case .text(let table)? = try entities.value(row, 2)
                else { return nil }
                let counted = try counts[table] ?? rows(of: table, session)
                counts[table] = counted
                return EntityCount(number: number, name: name, rows: Int(counted[number] ?? 0))
            }
        }
    }

    /// The number of rows of each entity in a table.
    private func rows(of table: String, _ session: ServerSession) throws -> [Int64: Int64] {
        let system = PostgreSQLNaming([:]).system
        guard let entity = system.entity else { return [:] }
        let found = try session.run(
            ServerRequest(
                "SELECT \(ServerName.quoted(entity)), count(*) FROM \(place).\(ServerName.quoted(table)) GROUP BY 1"
            ))
        var counts: [Int64: Int64] = [:]
        for row in 0..<found.rowCount {
            guard let number = try found.value(row, 0)?.integer else { continue }
            counts[number] = try found.value(row, 1)?.integer
        }
        return counts
    }
}
#endif
