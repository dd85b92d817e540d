// SPDX-License-Identifier: Apache-2.0
// Whose the tables are that take the place of others, and who may use them (PG-138, PG-147). ServerHandover.swift gives it to the new
// ones.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// The owner and the rights of a store's tables.
struct HandoverRights {
    private let store: ClosedServerStore
    /// The owner of the old tables, quoted; nil where it is the role that makes the new ones.
    private let owner: String?
    private let grants: [ServerRequest]

    /// Reads them; the role of definitions is taken on already.
    init(from store: ClosedServerStore, to new: ClosedServerStore, _ session: ServerSession) throws {
        self.store = store
        let found = try session.run(
            ServerRequest(
                "SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class WHERE oid = to_regclass($1) "
                    + "AND pg_get_userbyid(relowner) <> current_user",
                [.text("\(store.place).perdure_store")],
                isPrepared: false))
        if found.rowCount == 1, case .text(let name)? = try found.value(0, 0) {
            owner = name
        } else {
            owner = nil
        }
        grants = try Self.grants(store, new, session)
    }

    /// Refuses tables with row-level security: their policies would go with them, and rows that they hide from this role too.
    ///
    /// - Throws: `StoreError.cannotOpen`.
    static func refusePolicies(of store: ClosedServerStore, _ session: ServerSession) throws {
        let tables = try StoreObjects(session, store.place).tables.sorted()
        let found = try session.run(
            ServerRequest(
                "SELECT min(c.relname::text) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
                    + "WHERE n.nspname = $1 AND c.relrowsecurity AND c.relname::text = ANY($2)",
                [.text(store.options.namespace), .array(.text, tables.map { .text($0) })], isPrepared: false))
        guard case .text(let table)? = try found.value(0, 0) else { return }
        throw StoreError.cannotOpen(
            path: store.shown, code: 0,
            reason:
                "the table \(table) has row-level security, which a mapping model would not keep; migrate by inference or by "
                + "stages, or drop the policies and make them again afterwards")
    }

    /// Gives the new tables and functions to the owner of the old ones, and others their rights.
    func give(_ moved: (tables: [String], functions: [String]), _ session: ServerSession) throws {
        if let owner {
            let own =
                moved.tables.map { "TABLE \(store.place).\(ServerName.quoted($0))" }
                + Bookkeeping.sequences.map { "SEQUENCE \(store.place).\($0)" }
            try session.run(own.map { ServerRequest("ALTER \($0) OWNER TO \(owner)", isPrepared: false) })
            let functions = try session.run(
                ServerRequest(
                    "SELECT format('ALTER FUNCTION %s OWNER TO ', oid::regprocedure) FROM pg_proc "
                        + "WHERE pronamespace = $1::regnamespace AND proname::text = ANY($2)",
                    [.text(store.place), .array(.text, moved.functions.map { .text($0) })], isPrepared: false)
            )
            for case .text(let text)? in try functions.column(0) { try session.execute(text + owner) }
        }
        try session.run(grants)
    }

    /// The rights of other roles on what both stores have.
    ///
    /// Tables are paired by their names. A sequence of a key belongs to the table of its key, whose name it need not have: a
    /// table that was renamed has its first one still.
    private static let rights = """
        WITH parts AS (SELECT c.*, n.nspname, (SELECT t.relname FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid \
        WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.objid = c.oid \
        AND d.deptype IN ('a', 'i') AND c.relkind = 'S') AS owner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
        WHERE n.nspname IN ($1, $2) AND c.relkind IN ('r', 'p', 'S')) \
        SELECT format('GRANT %s ON %s %I.%I TO %s', a.privilege_type, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, \
        $1::text, o.relname, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END) \
        || CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END \
        FROM parts c CROSS JOIN aclexplode(c.relacl) a JOIN parts o ON o.nspname = $2 AND (o.relkind = 'S') = (c.relkind = 'S') \
        AND CASE WHEN c.owner IS NULL THEN o.relname = c.relname ELSE o.owner = c.owner END \
        WHERE c.nspname = $1 AND a.grantee <> c.relowner
        """

    private static func grants(
        _ store: ClosedServerStore, _ new: ClosedServerStore, _ session: ServerSession
    ) throws -> [ServerRequest] {
        let found = try session.run(
            ServerRequest(
                rights, [.text(store.options.namespace), .text(new.options.namespace)], isPrepared: false))
        return try found.column(0).compactMap {
            if case .text(let text)? = $0 { ServerRequest(text, isPrepared: false) } else { nil }
        }
    }
}
#endif
