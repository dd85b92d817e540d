// SPDX-License-Identifier: Apache-2.0
// How much room a store needs on its server, as the server itself counts it.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// The sizes of the tables and indexes of a namespace.
package struct ServerSizes: Sendable {
    /// A table with all of its parts.
    package struct Table: Sendable {
        package let name: String
        /// The rows' pages and what the server keeps beside them, without large values and indexes.
        package let bytes: Int64
        /// Values that the server keeps outside of their rows, with the index of those.
        package let largeValueBytes: Int64
        /// How many parts the table has; 0 for one that is not divided.
        package let parts: Int64
        /// Rows that were changed or deleted and wait for a vacuum, as far as the server has counted them.
        package let deadRows: Int64
    }

    /// An index with those of all parts.
    package struct Index: Sendable {
        package let name: String
        package let table: String
        package let bytes: Int64
    }

    /// The whole database, of which the store is a part.
    package let databaseBytes: Int64
    package let tables: [Table]
    package let indexes: [Index]

    package var storeBytes: Int64 {
        tables.reduce(0) { $0 + $1.bytes + $1.largeValueBytes } + indexes.reduce(0) { $0 + $1.bytes }
    }
}

extension ServerSizes {
    private static let tables = """
        SELECT r.relname::text, sum(pg_table_size(c.oid) - t.bytes)::bigint, sum(t.bytes)::bigint, \
        count(*) FILTER (WHERE c.relispartition), coalesce(sum(s.n_dead_tup), 0)::bigint FROM pg_class c \
        JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_class r ON r.oid = coalesce(pg_partition_root(c.oid), c.oid) \
        CROSS JOIN LATERAL (SELECT coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) bytes) t \
        LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') \
        GROUP BY r.oid, r.relname ORDER BY 2 DESC, 1
        """

    private static let indexes = """
        SELECT r.relname::text, o.relname::text, sum(pg_relation_size(c.oid))::bigint FROM pg_class c \
        JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_class r ON r.oid = coalesce(pg_partition_root(c.oid), c.oid) \
        JOIN pg_index i ON i.indexrelid = r.oid JOIN pg_class o ON o.oid = i.indrelid \
        WHERE n.nspname = $1 AND c.relkind IN ('i', 'I') GROUP BY r.oid, r.relname, o.relname ORDER BY 3 DESC, 1
        """

    /// Asks the server, in three statements that read no rows of the store.
    ///
    /// - Throws: `StoreError` where the server cannot be asked.
    package init(_ options: PostgreSQLOptions) throws {
        let results = try ClosedServerStore(options).withSession("measure the store", .reading) {
            try $0.run([
                ServerRequest("SELECT pg_database_size(current_database())"),
                ServerRequest(Self.tables, [.text(options.namespace)]),
                ServerRequest(Self.indexes, [.text(options.namespace)]),
            ])
        }
        databaseBytes = try results[0].value(0, 0)?.integer ?? 0
        tables = try Self.rows(results[1]) { row, number in
            Table(
                name: try row(0), bytes: try number(1), largeValueBytes: try number(2), parts: try number(3),
                deadRows: try number(4))
        }
        indexes = try Self.rows(results[2]) { row, number in
            Index(name: try row(0), table: try row(1), bytes: try number(2))
        }
    }

    private static func rows<T>(
        _ result: ServerResult,
        _ make: (_ text: (Int) throws -> String, _ number: (Int) throws -> Int64) throws -> T
    ) throws -> [T] {
        try (0..<result.rowCount).map { row in
            try make(
                { if case .text(let text)? = try result.value(row, $0) { text } else { "" } },
                { try result.value(row, $0)?.integer ?? 0 })
        }
    }
}
#endif
