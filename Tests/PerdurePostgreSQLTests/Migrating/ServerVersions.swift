// SPDX-License-Identifier: Apache-2.0
// A store on the server that is opened under one version of a model after the other.

#if PostgreSQL
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport

/// One store.
struct ServerVersions {
    let stores = TestStores()
    let namespace: String

    init() { namespace = stores.namespace() }

    /// Opens the store under the version that it has, or makes it, and closes it after a body.
    @discardableResult
    func open<T>(
        _ model: [EntityDefinition], timeout: Double? = nil,
        change: (inout PostgreSQLOptions) -> Void = { _ in }, _ body: (PostgreSQLEngine) throws -> T
    ) throws -> T {
        let schema = try Schema(model)
        let engine = try stores.open(schema, in: namespace) {
            $0.initialMetadata[StoreMigration.hashesKey] = schema.anyHashes
            if let timeout { $0.client.timeout = timeout }
            change(&$0)
        }
        return try using(engine, body)
    }

    /// Opens the store under another version.
    @discardableResult
    func migrate<T>(
        _ old: [EntityDefinition], _ new: [EntityDefinition], _ body: (PostgreSQLEngine) throws -> T
    )
        throws -> T
    {
        try migrate(InferredMigration(from: Schema(old), to: Schema(new)), body: body)
    }

    @discardableResult
    func migrate<T>(
        _ steps: InferredMigration, timeout: Double? = nil, report: (@Sendable (Int, Int) -> Void)? = nil,
        change: (inout PostgreSQLOptions) -> Void = { _ in }, body: (PostgreSQLEngine) throws -> T
    ) throws -> T {
        let engine = try stores.open(steps.destination, in: namespace) { options in
            options.migration = StoreMigration(
                from: steps.source.anyHashes, steps.source,
                metadata: [StoreMigration.hashesKey: steps.destination.anyHashes])
            options.migration?.steps = steps
            options.migration?.report = report
            options.client.applicationName = namespace
            if let timeout { options.client.timeout = timeout }
            change(&options)
        }
        return try using(engine, body)
    }

    private func using<T>(_ engine: PostgreSQLEngine, _ body: (PostgreSQLEngine) throws -> T) throws -> T {
        do {
            let result = try body(engine)
            try engine.close()
            return result
        } catch {
            try? engine.close()
            throw error
        }
    }

    // MARK: What another program sees

    /// A connection beside the store.
    static func connection() throws -> ServerConnection {
        try ConnectionMaker(TestStores.client()).connect(until: Deadline(after: 20))
    }

    /// What SQL finds, a row per line; "@" stands for the namespace.
    func rows(_ text: String) throws -> [String] {
        let connection = try Self.connection()
        defer { connection.close() }
        let result = try connection.run(
            ServerRequest(text.replacing("@", with: "\"\(namespace)\""), isPrepared: false),
            until: Deadline(after: 20))
        return try (0..<result.rowCount).map { row in
            try (0..<result.columnCount).map { column in
                switch try result.value(row, column) {
                case .text(let text)?: text
                case .int8(let number)?: "\(number)"
                case .int4(let number)?: "\(number)"
                case .int2(let number)?: "\(number)"
                case .bool(let flag)?: "\(flag)"
                case .float8(let number)?: "\(number)"
                case .numeric(let number)?: "\(number)"
                case nil: "–"
                case let other?: "\(other)"
                }
            }.joined(separator: " ")
        }
    }

    /// The columns, indexes, keys and written names, without the order of columns.
    func shape() throws -> Set<String> {
        let columns = try rows(
            "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '') "
                + "FROM information_schema.columns WHERE table_schema = '\(namespace)' AND table_name NOT LIKE 'perdure%'"
        )
        let indexes = try rows(
            "SELECT indexdef FROM pg_indexes WHERE schemaname = '\(namespace)' AND indexname NOT LIKE '%pkey%'"
        )
        let keys = try rows(
            "SELECT conname::text || ' ' || conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) FROM pg_constraint "
                + "WHERE contype = 'f' AND connamespace = '@'::regnamespace")
        let names = try rows(
            "SELECT entity, property, path, table_name, column_name, type FROM @.perdure_columns")
        let entities = try rows("SELECT name, coalesce(parent, ''), table_name FROM @.perdure_entities")
        let objects = try rows("SELECT kind, name FROM @.perdure_objects WHERE kind <> 'former_entity'")
        return Set(
            (columns + indexes + keys + names + entities + objects).map { $0.replacing(namespace, with: "@") }
        )
    }

    /// The shape of a new store.
    static func shape(of model: [EntityDefinition]) throws -> Set<String> {
        let other = ServerVersions()
        try other.open(model) { _ in }
        return try other.shape()
    }
}
#endif
