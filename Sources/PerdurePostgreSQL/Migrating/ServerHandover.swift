// SPDX-License-Identifier: Apache-2.0
// The end of a migration by a mapping model: the new store's tables take the place of the old ones in one transaction, by a change of
// their namespace, which copies no row (MIG-139). A client or a server that dies leaves the old store.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Moves a store from its temporary namespace.
package struct ServerHandover {
    private let namespace: TemporaryNamespace
    /// The model of the new store.
    private let schema: Schema

    private var store: ClosedServerStore { namespace.store }
    private var new: ClosedServerStore { namespace.new }

    /// - Parameters:
    ///   - namespace: Where the new store is; nobody has it open.
    ///   - schema: Reads the model that the new store keeps of itself.
    /// - Throws: `StoreError.notAStore` for a store that keeps no model.
    package init(_ namespace: TemporaryNamespace, schema: (Data, String) throws -> Schema) throws {
        self.namespace = namespace
        guard let archive = try namespace.new.content().modelArchive else {
            throw StoreError.notAStore(path: namespace.new.shown, reason: "it keeps no model of itself")
        }
        self.schema = try schema(archive, namespace.new.shown)
    }

    /// Replaces the store.
    ///
    /// A lock that others hold is waited for a second at a time, so that readers queue behind this transaction no longer (PG-136).
    ///
    /// - Parameters:
    ///   - timeout: Seconds to wait for locks.
    ///   - whileLocked: Called when nobody else can write any more.
    /// - Throws: What it throws, what the server refuses; nothing has changed then.
    package func run(timeout: TimeInterval, whileLocked: () throws -> Void) throws {
        var options = store.options
        options.client.timeout = timeout
        try ClosedServerStore(options).withSession("replace the store", .opening) { session in
            while true {
                do { return try attempt(session, whileLocked) } catch let error as PostgreSQLError
                    where error.mayWait && session.deadline.remaining > 1
                {
                    Thread.sleep(forTimeInterval: 0.05)
                }
            }
        }
    }

    private func attempt(_ session: ServerSession, _ whileLocked: () throws -> Void) throws {
        let header = try StoreHeader(session, store.options)
        if let header { try StoreChannel.tellOfMigration(header, session, store.options.namespace) }
        try session.beginWriting()
        defer { session.rollback() }
        try session.run([
            StoreLocks.definitions(store.options.namespace),
            ServerRequest("SET LOCAL lock_timeout = '1s'", isPrepared: false),
        ])
        let isThere = try store.isThere(session)
        if isThere {
            try HandoverRights.refusePolicies(of: store, session)
            try lockTables(session)
        }
        try whileLocked()
        let role = try DefiningRole(store.options, session)
        let rights = isThere ? try HandoverRights(from: store, to: new, session) : nil
        let state = isThere ? try carryOver(session) : nil
        let additions =
            isThere ? try StoreAdditions(session, ServerPlace(store.options.namespace)) : StoreAdditions()
        if isThere { try store.drop(session) }
        let moved = try move(session, additions)
        try session.run(state ?? [])
        try rights?.give(moved, session)
        try namespace.dropIfOurs(session)
        try role.giveBack(session)
        try namespace.requireLock()
        do { try session.commit() } catch let error as PostgreSQLError where error.isLoss {
            guard try hasMoved(error) else { throw error }
        }
    }

    /// Whether a commit without an answer has happened; the lock of the definitions waits until it has ended.
    private func hasMoved(_ loss: PostgreSQLError) throws -> Bool {
        do {
            return try store.withSession("look how the migration has ended", .opening) { session in
                try session.beginWriting()
                defer { session.rollback() }
                try session.run(StoreLocks.definitions(store.options.namespace))
                return try !new.isThere(session)
            }
        } catch {
            throw StoreError.inDoubt(
                path: store.shown,
                reason: "the answer to the end of the migration did not come: \(loss), \(error)")
        }
    }

    /// Keeps all writers out; readers go on until the tables go.
    private func lockTables(_ session: ServerSession) throws {
        let tables = try StoreObjects(session, store.place).tables.sorted().map {
            "\(store.place).\(ServerName.quoted($0))"
        }
        let found = try session.run(
            ServerRequest(
                "SELECT t FROM unnest($1::text[]) t WHERE to_regclass(t) IS NOT NULL",
                [.array(.text, tables.map { .text($0) })], isPrepared: false))
        let names = try found.column(0).compactMap { if case .text(let name)? = $0 { name } else { nil } }
        try session.execute("LOCK TABLE \(names.joined(separator: ", ")) IN SHARE MODE")
    }

    // MARK: What goes on

    /// Brings along marks of saves and former names, and tells how numbers go on.
    private func carryOver(_ session: ServerSession) throws -> [ServerRequest] {
        let (old, new) = (store.place, new.place)
        try session.run(
            ServerRequest(
                "INSERT INTO \(new).perdure_saves SELECT * FROM \(old).perdure_saves ON CONFLICT DO NOTHING",
                isPrepared: false))
        if try FormerNames(store.options.namespace).isThere(session) {
            // The objects of entities that are gone have no names any more.
            try session.run(
                ServerRequest(
                    "INSERT INTO \(new).perdure_former SELECT f.* FROM \(old).perdure_former f JOIN \(new).perdure_entities e "
                        + "ON e.name = f.entity ON CONFLICT DO NOTHING", isPrepared: false))
        }
        let found = try session.run(
            ServerRequest(
                "SELECT s.generation, a.last_value FROM \(old).perdure_store s, \(old).perdure_activity a",
                isPrepared: false))
        guard let generation = try found.value(0, 0), let activity = try found.value(0, 1) else { return [] }
        return [
            ServerRequest(
                "UPDATE \(old).perdure_store SET generation = $1 + 1", [generation], isPrepared: false),
            ServerRequest(
                "SELECT setval($1::regclass, $2 + 1)", [.text("\(old).perdure_activity"), activity],
                isPrepared: false),
        ]
    }

    // MARK: Moving

    /// Moves what is the new store's, and nothing that others have put beside it.
    ///
    /// - Parameters:
    ///   - session: The session of the transaction.
    ///   - additions: What the old store had beside its model's tables.
    /// - Returns: The names of the tables and functions.
    /// - Throws: The server's error.
    private func move(_ session: ServerSession, _ additions: StoreAdditions) throws -> (
        tables: [String], functions: [String]
    ) {
        let ours = try StoreObjects(session, new.place)
        let common = StoreFunctions.definitions(store.options.namespace)
        // Functions name their namespace, and triggers their function: both are made anew.
        for name in ours.functions.union(common.filter { $0.kind == .function }.map(\.name)).sorted() {
            try session.execute("DROP FUNCTION IF EXISTS \(new.place).\(ServerName.quoted(name)) CASCADE")
        }
        let namespace = try session.run(
            ServerRequest(
                "SELECT count(*) FROM pg_namespace WHERE nspname = $1", [.text(store.options.namespace)],
                isPrepared: false))
        // Asked first: making a namespace takes a right that using an existing one does not.
        if try namespace.value(0, 0)?.integer == 0 { try session.execute("CREATE SCHEMA \(store.place)") }
        let tables = try tables(ours.tables, session)
        let moves =
            tables.map { "ALTER TABLE \(new.place).\(ServerName.quoted($0)) SET SCHEMA \(store.place)" }
            + Bookkeeping.sequences.map { "ALTER SEQUENCE \(new.place).\($0) SET SCHEMA \(store.place)" }
        try session.run(moves.map { ServerRequest($0, isPrepared: false) })
        let mapping = try store.mapping(schema, session)
        let there = try StoreAdditions(session, ServerPlace(store.options.namespace))
        let added = there.union(additions).definitions(mapping, store.options.namespace)
        let definitions =
            common
            + DerivedDefinitions(mapping, namespace: store.options.namespace).all()
            .filter { $0.kind == .function || $0.kind == .trigger } + added
        try session.run(definitions.map { ServerRequest($0.sql, isPrepared: false) })
        try session.run(StoredNameRows(mapping: mapping, place: store.place).missingObjects(added))
        return (tables, definitions.filter { $0.kind == .function }.map(\.name))
    }

    /// Those of some tables that are there, and their parts.
    private func tables(_ names: Set<String>, _ session: ServerSession) throws -> [String] {
        let found = try session.run(
            ServerRequest(
                "SELECT c.relname::text FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid "
                    + "LEFT JOIN pg_class o ON o.oid = i.inhparent WHERE c.relnamespace = $1::regnamespace "
                    + "AND c.relkind IN ('r', 'p') AND coalesce(o.relname, c.relname)::text = ANY($2)",
                [.text(new.place), .array(.text, names.sorted().map { .text($0) })], isPrepared: false))
        return try found.column(0).compactMap { if case .text(let name)? = $0 { name } else { nil } }
    }
}
#endif
