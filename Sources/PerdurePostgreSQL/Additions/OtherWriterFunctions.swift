// SPDX-License-Identifier: Apache-2.0
// What the triggers of OtherWriterDefinitions.swift run. A transaction gets a mark with its first write; a trigger at its end counts it,
// gives it its number in the history, and tells the engines that listen. Functions run with the rights of who writes.

#if PostgreSQL
import PerdureSQL

/// The functions of a namespace for what other programs write, and the table of their running transactions.
struct OtherWriterFunctions {
    let mapping: StoreMapping
    let namespace: String

    /// Adds 1 to a version, or gives a new row one.
    static let version = "perdure_other_version"
    /// Gives the mark of the transaction, which the first call chooses.
    static let mark = "perdure_other_mark"
    /// Notes the rows of a statement.
    static let rows = "perdure_other_rows"
    /// Counts a change of a link as one of the objects at its ends.
    static let links = "perdure_other_links"
    /// Ends the transaction.
    static let commit = "perdure_other_commit"
    /// The table of transactions that have written: its rows end with them.
    static let table = "perdure_writes"

    /// The names of all functions.
    static let names: Set<String> = [version, mark, rows, links, commit]

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
            function(Self.version, "() RETURNS trigger", counting),
            function(Self.mark, "() RETURNS bigint", marking),
            function(
                Self.rows, "() RETURNS trigger", OtherWriterRows(mapping: mapping, place: place).body),
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

    /// A new row may take the place of one that was removed, whose version somebody remembers: it begins with the time, in
    /// microseconds, which no former row of its key has reached.
    private var counting: String {
        """
        BEGIN
          IF TG_OP = 'INSERT' THEN
            NEW.\(counter) := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
          ELSE
            NEW.\(counter) := OLD.\(counter) + 1;
          END IF;
          RETURN NEW;
        END
        """
    }

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
              END IF;
              RETURN mark::bigint;
            END
            """
    }

    /// The arguments of the trigger: table and column of each end.
    ///
    /// What empties the table may empty that of an end with it, which is locked then: nobody will see its rows again.
    private var linking: String {
        """
        DECLARE
          lists text[] := CASE TG_OP WHEN 'INSERT' THEN ARRAY['new_rows'] WHEN 'DELETE' THEN ARRAY['old_rows']
            WHEN 'UPDATE' THEN ARRAY['old_rows', 'new_rows'] ELSE ARRAY[format('%I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME)] END;
          list text;
        BEGIN
          FOREACH list IN ARRAY lists LOOP
            FOR place IN 0 .. TG_NARGS / 2 - 1 LOOP
              CONTINUE WHEN TG_OP = 'TRUNCATE' AND EXISTS (SELECT FROM pg_locks
                WHERE pid = pg_backend_pid() AND mode = 'AccessExclusiveLock' AND locktype = 'relation'
                  AND relation = to_regclass(format('%I.%I', TG_TABLE_SCHEMA, TG_ARGV[2 * place])));
              EXECUTE format('UPDATE %I.%I SET \(counter) = \(counter) + 1 WHERE \(key) IN (SELECT %I FROM %s)',
                TG_TABLE_SCHEMA, TG_ARGV[2 * place], TG_ARGV[2 * place + 1], list);
            END LOOP;
          END LOOP;
          RETURN NULL;
        END
        """
    }
}
#endif
