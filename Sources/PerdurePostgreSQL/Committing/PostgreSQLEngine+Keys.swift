// SPDX-License-Identifier: Apache-2.0
// Takes blocks of keys from the sequence of a table (PG-50). KeyBlocks.swift gives them out.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

extension PostgreSQLEngine {
    /// The table that has the rows of an entity.
    func tableName(_ entity: Int32) throws -> String {
        mapping.tables[try mapping.entity(schema[entity].root).table].name
    }

    /// Reserves keys on the connection of a transaction: another one may be neither free nor allowed.
    func reserveKeys(_ count: Int, entity: Int32, on session: ServerSession) throws -> ReservedKeys {
        let table = try tableName(entity)
        return try keys.reserve(count, table: table) { try takeKeys($0, table, session) }
    }

    /// Takes blocks; a block is as long as the sequence's step, whatever this engine's option says.
    func takeKeys(_ blocks: Int, _ table: String, _ session: ServerSession) throws -> [Range<Int64>] {
        let name = "\(ServerName.quoted(options.namespace)).\(ServerName.quoted(table))"
        let result = try session.run(
            ServerRequest(
                "SELECT nextval(q.seqrelid), q.seqincrement FROM generate_series(1, $3), pg_sequence q "
                    + "WHERE q.seqrelid = pg_get_serial_sequence($1, $2)::regclass",
                [.text(name), .text(mapping.system.key), .int8(Int64(blocks))]))
        return try (0..<result.rowCount).compactMap { row in
            guard let first = try result.value(row, 0)?.integer, let step = try result.value(row, 1)?.integer
            else { return nil }
            return first..<first + max(step, 1)
        }
    }
}
#endif
