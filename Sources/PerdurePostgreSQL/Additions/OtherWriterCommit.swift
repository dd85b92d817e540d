// SPDX-License-Identifier: Apache-2.0
// The end of a transaction of another program: a deferred trigger runs once, right before COMMIT, so numbers of a history follow the
// order of commits here too (PG-124).

#if PostgreSQL
/// Writes the body of the function.
struct OtherWriterCommit {
    let place: ServerPlace
    let namespace: String

    /// The history's row has the author "sql", and the name that the session gave itself.
    var body: String {
        let history = place.table("perdure_history")
        return """
            DECLARE
              activity bigint;
            BEGIN
              DELETE FROM \(place.table(OtherWriterFunctions.table)) WHERE save = NEW.save;
              IF to_regclass(\(ServerName.literal(history))) IS NOT NULL THEN
                \(merging)
                IF EXISTS (SELECT FROM \(place.table("perdure_changes")) WHERE \(Self.own))
                  AND NOT EXISTS (SELECT FROM \(history) WHERE \(Self.own)) THEN
                  WITH h AS (UPDATE \(place.table("perdure_store")) SET history = history + 1 RETURNING history)
                  INSERT INTO \(history) (number, engine, save, at, author, process_id)
                    SELECT history, 0, NEW.save, \(HistoryTables.now), 'sql',
                      nullif(current_setting('application_name'), '') FROM h;
                END IF;
              END IF;
              activity := nextval(\(ServerName.literal(place.table("perdure_activity"))));
              PERFORM pg_notify(\(channel), '0 ' || activity || ' \(ServerWord.hash(namespace))')
                FROM \(place.table("perdure_store"));
              RETURN NULL;
            END
            """
    }

    /// The rows of this transaction.
    private static let own = "engine = 0 AND save = NEW.save"

    /// The channel of StoreChannel.swift, by the identifier that the store has now.
    private var channel: String {
        "'perdure_' || left(regexp_replace(lower(uuid), '[^0-9a-f]', '', 'g') || repeat('0', 20), 20)"
    }

    /// One change for each object, as a save has it: what was made and removed leaves nothing.
    private var merging: String {
        let changes = place.table("perdure_changes")
        return """
            IF EXISTS (SELECT FROM \(changes) WHERE \(Self.own) GROUP BY entity, id HAVING count(*) > 1) THEN
                  WITH gone AS (DELETE FROM \(changes) WHERE \(Self.own) RETURNING *),
                    parts AS (SELECT g.entity, g.id, array_agg(DISTINCT c) AS columns
                      FROM gone g CROSS JOIN unnest(g.columns) AS c GROUP BY g.entity, g.id),
                    whole AS (SELECT entity, id, min(number) AS place, bool_or(kind = 0) AS made,
                      bool_or(kind = 2) AS removed, (array_agg(tombstone) FILTER (WHERE kind = 2))[1] AS tombstone
                      FROM gone GROUP BY entity, id)
                  INSERT INTO \(changes) (engine, save, kind, entity, id, columns, tombstone)
                    SELECT 0, NEW.save, CASE WHEN removed THEN 2 WHEN made THEN 0 ELSE 1 END, w.entity, w.id,
                      CASE WHEN NOT made AND NOT removed THEN coalesce(p.columns, '{}') END, w.tombstone
                    FROM whole w LEFT JOIN parts p USING (entity, id) WHERE NOT (made AND removed) ORDER BY w.place;
                END IF;
            """
    }
}
#endif
