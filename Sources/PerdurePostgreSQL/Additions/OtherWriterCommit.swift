// SPDX-License-Identifier: Apache-2.0
// The end of a transaction of another program: a deferred trigger runs once, right before COMMIT, so numbers of a history follow the
// order of commits here too (PG-124).

#if PostgreSQL
/// Writes the body of the function.
struct OtherWriterCommit {
    let place: ServerPlace
    let namespace: String

    /// The form of all triggers and functions for other programs, which the body tells: a store with an older one gets the new one when
    /// it is opened (AdditionsReview.swift).
    static let form = 2
    private static let formWord = "-- Form "

    /// The form that the first line of a function's body tells; 1 for a body of before there were others.
    static func form(ofLine line: String) -> Int {
        line.hasPrefix(formWord) ? Int(line.dropFirst(formWord.count)) ?? 1 : 1
    }

    /// The history's row has the author "sql", and the name that the session gave itself.
    var body: String {
        let history = place.table("perdure_history")
        return """
            \(Self.formWord)\(Self.form)
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

    /// One change for each object, as a save has it, by the first and the last of its insertions and deletions: what was made and
    /// removed leaves nothing, and what was removed and made anew has changed in all properties.
    private var merging: String {
        let changes = place.table("perdure_changes")
        return """
            IF EXISTS (SELECT FROM \(changes) WHERE \(Self.own) GROUP BY entity, id HAVING count(*) > 1) THEN
                  WITH RECURSIVE gone AS (DELETE FROM \(changes) WHERE \(Self.own) RETURNING *),
                    parts AS (SELECT g.entity, g.id, array_agg(DISTINCT c) AS columns
                      FROM gone g CROSS JOIN unnest(g.columns) AS c GROUP BY g.entity, g.id),
                    whole AS (SELECT entity, id, min(number) AS place,
                      (array_agg(kind ORDER BY number) FILTER (WHERE kind <> 1))[1] AS first,
                      (array_agg(kind ORDER BY number DESC) FILTER (WHERE kind <> 1))[1] AS last,
                      (array_agg(tombstone ORDER BY number) FILTER (WHERE kind = 2))[1] AS tombstone
                      FROM gone GROUP BY entity, id),
                    \(replacing)
                  INSERT INTO \(changes) (engine, save, kind, entity, id, columns, tombstone)
                    SELECT 0, NEW.save, CASE WHEN last = 2 THEN 2 WHEN first = 0 THEN 0 ELSE 1 END, w.entity, w.id,
                      CASE WHEN last = 2 OR first = 0 THEN NULL WHEN first = 2 THEN r.columns ELSE coalesce(p.columns, '{}') END,
                      CASE last WHEN 2 THEN w.tombstone END
                    FROM whole w LEFT JOIN parts p USING (entity, id) LEFT JOIN replaced r ON r.entity = w.entity
                    WHERE (first, last) IS DISTINCT FROM (0, 2) ORDER BY w.place;
                END IF;
            """
    }

    /// The numbers of all properties of the entities of which rows were removed and made anew, those of superentities among them.
    private var replacing: String {
        let (entities, columns) = (place.table("perdure_entities"), place.table("perdure_columns"))
        return """
            line AS (SELECT e.id, e.name, e.parent FROM \(entities) e
                      WHERE e.id IN (SELECT entity FROM whole WHERE first = 2 AND last = 0)
                      UNION SELECT l.id, e.name, e.parent FROM line l JOIN \(entities) e ON e.name = l.parent),
                    replaced AS (SELECT n.id AS entity, array_agg(n.number ORDER BY n.number) AS columns FROM (SELECT l.id, min(c.number) AS number
                      FROM line l JOIN \(columns) c ON c.entity = l.name GROUP BY l.id, c.entity, c.property) n GROUP BY n.id)
            """
    }
}
#endif
