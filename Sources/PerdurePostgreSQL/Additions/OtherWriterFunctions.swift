// SPDX-License-Identifier: Apache-2.0
// What the triggers of OtherWriterDefinitions.swift run. A transaction gets a mark with its first write; a trigger at its end counts it,
// gives it its number in the history, and tells the engines that listen. Functions run with the rights of who writes.

#if PostgreSQL
import PerdureSQL

/// The functions of a namespace for what other programs write, and the table of their running transactions.
struct OtherWriterFunctions {
    let mapping: StoreMapping
    let namespace: String

    /// Adds 1 to a version.
    static let version = "perdure_other_version"
    /// Gives the mark of the transaction, and makes it with the first call.
    static let mark = "perdure_other_mark"
    /// Notes the rows of a statement.
    static let rows = "perdure_other_rows"
    /// Counts a change of a link as one of the objects at its ends.
    static let links = "perdure_other_links"
    /// Ends the transaction.
    static let commit = "perdure_other_commit"
    /// The table of transactions that have written: its rows end with them.
    static let table = "perdure_writes"

    private var place: ServerPlace { ServerPlace(namespace) }
    private var key: String { ServerName.quoted(mapping.system.key) }
    private var counter: String { ServerName.quoted(mapping.system.version) }

    /// All statements, in the order in which to run them.
    func all() -> [ServerDefinition] {
        [
            ServerDefinition(
                kind: .table, name: Self.table,
                sql:
                    "CREATE UNLOGGED TABLE IF NOT EXISTS \(place.table(Self.table)) (save bigint PRIMARY KEY)"
            ),
            function(
                Self.version, "() RETURNS trigger",
                "BEGIN\n  NEW.\(counter) := OLD.\(counter) + 1;\n  RETURN NEW;\nEND"),
            function(Self.mark, "() RETURNS bigint", marking),
            function(Self.rows, "() RETURNS trigger", noting),
            function(Self.links, "() RETURNS trigger", linking),
            function(
                Self.commit, "() RETURNS trigger", OtherWriterCommit(place: place, namespace: namespace).body),
        ]
    }

    private func function(_ name: String, _ signature: String, _ body: String) -> ServerDefinition {
        ServerDefinition(
            kind: .function, name: name,
            sql: "CREATE OR REPLACE FUNCTION \(place.table(name))\(signature) LANGUAGE plpgsql "
                + "SET search_path = pg_catalog AS \(ServerName.literal(body))")
    }

    // MARK: Bodies

    /// The mark stands in a setting of the transaction: one store has one setting.
    private var marking: String {
        let setting = "perdure.mark_\(ServerWord.hash(namespace))"
        return """
            DECLARE
              mark text := nullif(current_setting('\(setting)', true), '');
            BEGIN
              IF mark IS NULL THEN
                mark := ('x' || left(md5(gen_random_uuid()::text), 16))::bit(64)::bigint::text;
                PERFORM set_config('\(setting)', mark, true);
                INSERT INTO \(place.table(Self.table)) (save) VALUES (mark::bigint);
              END IF;
              RETURN mark::bigint;
            END
            """
    }

    /// The arguments of the trigger: the entity of a table that has no column for it, and the columns whose last values are kept.
    private var noting: String {
        let changes = place.table("perdure_changes")
        return """
            DECLARE
              mark bigint;
            BEGIN
              \(Self.isEmpty)
              mark := \(place.table(Self.mark))();
              IF to_regclass(\(ServerName.literal(changes))) IS NULL THEN RETURN NULL; END IF;
              IF TG_OP = 'INSERT' THEN
                INSERT INTO \(changes) (engine, save, kind, entity, id)
                  SELECT 0, mark, 0, \(entity("n")), n.\(key) FROM new_rows n;
              ELSIF TG_OP = 'UPDATE' THEN
                INSERT INTO \(changes) (engine, save, kind, entity, id, columns)
                  SELECT 0, mark, 1, \(entity("n")), n.\(key), coalesce((\(changedColumns)), '{}')
                  FROM old_rows o JOIN new_rows n ON n.\(key) = o.\(key) WHERE o IS DISTINCT FROM n;
              ELSE
                INSERT INTO \(changes) (engine, save, kind, entity, id, tombstone)
                  SELECT 0, mark, 2, \(entity("o")), o.\(key), (\(lastValues)) FROM old_rows o;
              END IF;
              RETURN NULL;
            END
            """
    }

    /// A statement that touches no row is no write.
    private static let isEmpty = """
        IF TG_OP = 'DELETE' THEN
            IF NOT EXISTS (SELECT FROM old_rows) THEN RETURN NULL; END IF;
          ELSIF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL;
          END IF;
        """

    private func entity(_ row: String) -> String {
        guard let column = mapping.system.entity else { return "TG_ARGV[0]::integer" }
        return
            "coalesce((to_jsonb(\(row)) ->> \(ServerName.literal(column)))::integer, nullif(TG_ARGV[0], '')::integer)"
    }

    /// The numbers of the properties whose columns differ; one with several columns has the number of the first.
    private var changedColumns: String {
        let columns = place.table("perdure_columns")
        return "SELECT array_agg(DISTINCT (SELECT min(f.number) FROM \(columns) f WHERE f.entity = c.entity "
            + "AND f.property = c.property)) FROM \(columns) c WHERE c.table_name = TG_TABLE_NAME AND c.column_name <> '' "
            + "AND to_jsonb(o) -> c.column_name IS DISTINCT FROM to_jsonb(n) -> c.column_name"
    }

    /// The texts of the values that a history keeps, by the numbers of their properties; bytes in hexadecimal digits.
    private var lastValues: String {
        let columns = place.table("perdure_columns")
        return
            "SELECT jsonb_object_agg(c.number::text, CASE WHEN c.type = 'bytea' THEN substr(v.value, 3) ELSE v.value END) "
            + "FROM \(columns) c CROSS JOIN LATERAL (SELECT to_jsonb(o) ->> c.column_name AS value) v "
            + "WHERE c.table_name = TG_TABLE_NAME AND c.column_name = ANY (TG_ARGV[1]::text[]) AND v.value IS NOT NULL"
    }

    /// The arguments of the trigger: table and column of each end.
    private var linking: String {
        """
        DECLARE
          lists text[] := CASE TG_OP WHEN 'INSERT' THEN ARRAY['new_rows'] WHEN 'DELETE' THEN ARRAY['old_rows']
            ELSE ARRAY['old_rows', 'new_rows'] END;
          list text;
        BEGIN
          FOREACH list IN ARRAY lists LOOP
            FOR place IN 0 .. TG_NARGS / 2 - 1 LOOP
              EXECUTE format('UPDATE %I.%I SET \(counter) = \(counter) + 1 WHERE \(key) IN (SELECT %I FROM %I)',
                TG_TABLE_SCHEMA, TG_ARGV[2 * place], TG_ARGV[2 * place + 1], list);
            END LOOP;
          END LOOP;
          RETURN NULL;
        END
        """
    }
}
#endif
