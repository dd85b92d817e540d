// SPDX-License-Identifier: Apache-2.0
// The role of statements that define something (PG-136), where the options name one: it owns what is made, and the session's role gets
// what it needs to use it (PG-147).

#if PostgreSQL
import PerdurePostgreSQLClient

/// Takes on the owner's role within a transaction.
struct DefiningRole {
    private let options: PostgreSQLOptions
    /// The role of the session; nil where the options name no owner.
    private let user: String?

    /// Takes the role on, until the transaction ends or `giveBack` is called.
    init(_ options: PostgreSQLOptions, _ session: ServerSession) throws {
        self.options = options
        guard let owner = options.ownerRole else {
            user = nil
            return
        }
        let user = try session.run(ServerRequest("SELECT current_user::text", isPrepared: false))
        if case .text(let name)? = try user.value(0, 0) { self.user = name } else { self.user = nil }
        try session.run(Self.setting(owner))
    }

    /// Gives the session's role the rights that it needs, and goes back to it.
    func giveBack(_ session: ServerSession) throws {
        guard let user else { return }
        try session.run(Self.grants(on: options.namespace, to: user) + [Self.setting(user)])
    }

    /// What a role needs to use a store: rights on the store's own tables, whatever else the namespace holds.
    static func grants(on namespace: String, to role: String) -> [ServerRequest] {
        let (place, name) = (ServerName.quoted(namespace), ServerName.quoted(role))
        let loop =
            "DECLARE one text; BEGIN FOR one IN \(ownRelations(namespace, place)) LOOP "
            + "EXECUTE one || \(ServerName.literal(" TO " + name)); END LOOP; END"
        return ["GRANT USAGE ON SCHEMA \(place) TO \(name)", "DO \(ServerName.literal(loop))"]
            .map { ServerRequest($0, isPrepared: false) }
    }

    /// Selects the beginning of a GRANT for each table that the store lists as its own, and for each sequence that is the store's or such
    /// a table's.
    private static func ownRelations(_ namespace: String, _ place: String) -> String {
        let own = ServerName.literal(namespace)
        let tables = Bookkeeping.tables.map(ServerName.literal).joined(separator: ", ")
        let sequences = Bookkeeping.sequences.map(ServerName.literal).joined(separator: ", ")
        return "WITH here AS (SELECT c.oid, c.relname::text AS name, c.relkind, "
            // A table that another role has made is that role's to give.
            + "pg_has_role(c.relowner, 'USAGE') AS mine FROM pg_class c "
            + "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = \(own)), "
            + "ours AS (SELECT oid, name FROM here WHERE relkind IN ('r', 'p') AND mine AND (name IN (\(tables)) "
            + "OR name IN (SELECT table_name FROM \(place).perdure_entities "
            + "UNION ALL SELECT table_name FROM \(place).perdure_columns "
            + "UNION ALL SELECT o.name FROM \(place).perdure_objects o WHERE o.kind = 'table'))) "
            + "SELECT format('GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE %I.%I', \(own), name) FROM ours "
            + "UNION ALL SELECT format('GRANT USAGE, SELECT ON SEQUENCE %I.%I', \(own), name) FROM here "
            + "WHERE relkind = 'S' AND mine AND (name IN (\(sequences)) "
            + "OR name IN (SELECT o.name FROM \(place).perdure_objects o WHERE o.kind = 'sequence') "
            + "OR oid IN (SELECT d.objid FROM pg_depend d JOIN ours ON ours.oid = d.refobjid))"
    }

    private static func setting(_ role: String) -> ServerRequest {
        ServerRequest("SELECT set_config('role', $1, true)", [.text(role)], isPrepared: false)
    }
}
#endif
