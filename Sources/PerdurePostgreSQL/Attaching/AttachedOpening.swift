// SPDX-License-Identifier: Apache-2.0
// Attaches a store to tables that others made (PG-60, PG-61): reads the catalog, finds all names, compares types. Nothing is made
// or altered.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The attaching of one store.
struct AttachedOpening {
    let options: PostgreSQLOptions
    let schema: Schema
    let entities: Set<Int32>?
    let included: [Int32]

    /// - Throws: `StoreError.schemaMismatch` with all differences between the model and the tables.
    func open(_ session: ServerSession) throws -> StoreOpening.Opened {
        guard !options.tracksHistory else {
            throw StoreError.schemaMismatch(
                path: options.client.description, entity: "", property: nil,
                reason: "a store that is attached to tables of others has no history: nothing would see what "
                    + "their programs write. Leave NSPersistentHistoryTrackingKey out")
        }
        let catalog = try AttachedCatalog(session, namespaces)
        let differences = AttachedDifferences()
        let names = AttachedStoreNames(
            names: options.attached, namespace: options.namespace, catalog: catalog,
            differences: differences)
        var naming = PostgreSQLNaming(schema, numbers: names.numbers(of: included, in: schema))
        // No table of others has columns of these names.
        naming.system = SystemColumns(
            key: "perdure_key", entity: "perdure_entity", version: "perdure_version")
        naming.companions = []
        let mapping = try StoreMapping(schema: schema, entities: entities, naming: naming, stored: names)
        let keys = AttachedKeys(
            mapping, options.attached, catalog, differences, namespace: options.namespace)
        let checks = AttachedChecks(
            mapping: mapping, names: options.attached, catalog: catalog, differences: differences,
            namespace: options.namespace, keys: keys)
        var tables: [String: AttachedTable] = [:]
        for table in mapping.tables { tables[table.name] = checks.table(table) }
        try differences.check(options.client.description)
        try findSequences(&tables, session)
        try findIdentities(&tables, session)
        let sources = AttachedSources(mapping: mapping, tables: tables)
        for table in mapping.tables {
            guard let attached = tables[table.name] else { continue }
            tables[table.name]?.source = sources.source(of: table, attached)
        }
        let pairs = relations(of: mapping.joinTables, catalog)
        let pairSources = mapping.joinTables.compactMap { table in
            keys.references[table.name].map { (table.name, sources.source(of: table, $0, pairs)) }
        }
        return StoreOpening.Opened(
            mapping: mapping, metadata: try metadata(session), generation: 0,
            attached: AttachedTables(
                tables: tables, pairs: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
                pairSources: Dictionary(pairSources, uniquingKeysWith: { first, _ in first }),
                ranks: AttachedTables.ranks(mapping), shapes: keys.shapes))
    }

    /// The store's namespace, and those that names mention.
    private var namespaces: Set<String> {
        let tables =
            options.attached.entities.values.compactMap(\.table)
            + options.attached.pairs.values.flatMap { $0.values.map(\.table) }
        return Set(
            tables.compactMap { text in text.firstIndex(of: ".").map { String(text[..<$0]) } }
                + [options.namespace])
    }

    /// The relations of pair tables, by their names in the mapping.
    private func relations(
        of pairs: [JoinTableMapping], _ catalog: AttachedCatalog
    ) -> [(String, RelationName)] {
        pairs.map { ($0.name, AttachedStoreNames.relation($0.name, in: options.namespace, catalog)) }
    }

    /// The sequence that a key has by itself or by its default.
    private func findSequences(_ tables: inout [String: AttachedTable], _ session: ServerSession) throws {
        let text =
            "SELECT coalesce(pg_get_serial_sequence($1, $2), (SELECT q.oid::regclass::text FROM pg_attribute a "
            + "JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum JOIN pg_depend p ON p.objid = f.oid "
            + "AND p.classid = 'pg_attrdef'::regclass AND p.refclassid = 'pg_class'::regclass JOIN pg_class q "
            + "ON q.oid = p.refobjid AND q.relkind = 'S' WHERE a.attrelid = $1::regclass AND a.attname::text = $2 "
            + "LIMIT 1))"
        let names = tables.filter { !$0.value.isReadOnly && $0.value.key.columns.count == 1 }.keys.sorted()
        guard !names.isEmpty else { return }
        let results = try session.run(
            names.compactMap { tables[$0] }.map {
                ServerRequest(text, [.text($0.name.quoted), .text($0.key.columns[0])])
            })
        for (name, result) in zip(names, results) {
            if case .text(let sequence)? = try result.value(0, 0) { tables[name]?.sequence = sequence }
        }
    }

    /// The sequences of identity columns in keys of several columns: they are no defaults of the catalog.
    private func findIdentities(_ tables: inout [String: AttachedTable], _ session: ServerSession) throws {
        let columns = tables.sorted { $0.key < $1.key }.flatMap { name, table in
            let isAsked = !table.isReadOnly && table.key.columns.count > 1
            return (isAsked ? table.key.columns : []).filter { table.keyDefaults[$0] == nil }
                .map { (table: name, place: table.name.quoted, column: $0) }
        }
        guard !columns.isEmpty else { return }
        let results = try session.run(
            columns.map {
                ServerRequest("SELECT pg_get_serial_sequence($1, $2)", [.text($0.place), .text($0.column)])
            })
        for (column, result) in zip(columns, results) {
            guard case .text(let sequence)? = try result.value(0, 0) else { continue }
            let text = "nextval(\(AttachedTable.literal(sequence))::regclass)"
            tables[column.table]?.keyDefaults[column.column] = text
        }
    }

    /// The identifier is that of the server, the database and the namespace (PG-61).
    private func metadata(_ session: ServerSession) throws -> [String: PropertyListValue] {
        let result = try session.run(
            ServerRequest(
                "SELECT upper(md5((SELECT system_identifier::text FROM pg_control_system()) || ':' || "
                    + "current_database()::text || ':' || $1)::uuid::text)", [.text(options.namespace)]))
        var metadata = StoredMetadata.initial(options.initialMetadata)
        if case .text(let uuid)? = try result.value(0, 0) { metadata[StoredMetadata.uuidKey] = .string(uuid) }
        return metadata
    }
}
#endif
