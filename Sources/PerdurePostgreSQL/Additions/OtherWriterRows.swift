// SPDX-License-Identifier: Apache-2.0
// Notes the rows of another program's statement. The statements for a history are written for the table at hand, because each column
// is compared by itself: a whole row as JSON ends where its data are large.

#if PostgreSQL
import PerdureSQL

/// Writes the body of the function.
///
/// The arguments of the trigger: the entity of a table that has no column for it, and the columns whose last values are kept.
struct OtherWriterRows {
    let mapping: StoreMapping
    let place: ServerPlace

    private var key: String { ServerName.quoted(mapping.system.key) }
    private var changes: String { place.table("perdure_changes") }
    private var columns: String { place.table("perdure_columns") }

    /// The transaction's own row comes last: where the program wants constraints to be looked at early, the trigger of its end runs at
    /// once, and then has all that the statement has changed.
    var body: String {
        let mark = place.table(OtherWriterFunctions.mark)
        return """
            DECLARE
              mark bigint;
              entity text := \(entity);
              list text;
            BEGIN
              \(Self.isEmpty)
              mark := \(mark)();
              IF to_regclass(\(ServerName.literal(changes))) IS NOT NULL THEN
                IF TG_OP = 'INSERT' THEN
                  \(execute(noting(0, "new_rows r"), "entity"))
                ELSIF TG_OP = 'UPDATE' THEN
                  list := \(changedColumns);
                  \(execute(updates, "entity, list"))
                ELSE
                  list := \(lastValues);
                  \(execute(noting(2, "%s r", ", tombstone", ", %s"), "entity, list, \(Self.removed)"))
                END IF;
              END IF;
              INSERT INTO \(place.table(OtherWriterFunctions.table)) (save) VALUES (mark) ON CONFLICT DO NOTHING;
              RETURN NULL;
            END
            """
    }

    /// A statement that touches no row is no write; one that empties the table is.
    private static let isEmpty = """
        IF TG_OP = 'DELETE' THEN
            IF NOT EXISTS (SELECT FROM old_rows) THEN RETURN NULL; END IF;
          ELSIF TG_OP IN ('INSERT', 'UPDATE') THEN
            IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
          END IF;
        """

    /// Where the removed rows are: a statement that empties the table has not done it yet.
    private static let removed =
        "CASE TG_OP WHEN 'DELETE' THEN 'old_rows' ELSE format('%I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME) END"

    // MARK: Statements

    /// Runs a text with words filled in; its parameter is the mark.
    private func execute(_ text: String, _ words: String) -> String {
        "EXECUTE format(\(ServerName.literal(text)), \(words)) USING mark;"
    }

    private func noting(_ kind: Int, _ rows: String, _ column: String = "", _ value: String = "") -> String {
        "INSERT INTO \(percent(changes)) (engine, save, kind, entity, id\(column)) "
            + "SELECT 0, $1, \(kind), %s, r.\(percent(key))\(value) FROM \(rows)"
    }

    private var updates: String {
        let key = percent(key)
        return noting(
            1, "old_rows o JOIN new_rows r ON r.\(key) = o.\(key)", ", columns",
            ", array_remove(ARRAY[%s]::integer[], NULL)")
            + " WHERE o IS DISTINCT FROM r"
    }

    /// A name in a text that is filled in.
    private func percent(_ name: String) -> String { name.replacing("%", with: "%%") }

    // MARK: Words

    private var entity: String {
        guard let column = mapping.system.entity else { return "TG_ARGV[0]" }
        let name = ServerName.literal("r." + ServerName.quoted(column))
        return "CASE TG_ARGV[0] WHEN '' THEN \(name) ELSE TG_ARGV[0] END"
    }

    /// The numbers of the properties whose columns differ; one with several columns has the number of the first.
    private var changedColumns: String {
        "(SELECT coalesce(string_agg(format('CASE WHEN %s THEN %s END', p.differs, p.number), ', '), 'NULL') FROM (SELECT "
            + "(SELECT min(f.number) FROM \(columns) f WHERE f.entity = c.entity AND f.property = c.property) AS number, "
            + "string_agg(format('o.%1$I IS DISTINCT FROM r.%1$I', c.column_name), ' OR ') AS differs "
            + "FROM \(listed) GROUP BY c.entity, c.property ORDER BY 1) p)"
    }

    /// The texts of the values that a history keeps, by the numbers of their properties; bytes in hexadecimal digits.
    private var lastValues: String {
        let text =
            "format(CASE c.type WHEN 'bytea' THEN 'encode(r.%I, ''hex'')' ELSE 'r.%I::text' END, c.column_name)"
        return
            "(SELECT coalesce('jsonb_strip_nulls(jsonb_object(ARRAY[' || string_agg(quote_literal(c.number), ', ' ORDER BY c.number) "
            + "|| '], ARRAY[' || string_agg(\(text), ', ' ORDER BY c.number) || ']::text[]))', 'NULL::jsonb') "
            + "FROM \(listed) AND c.column_name = ANY (TG_ARGV[1]::text[]))"
    }

    /// The listed columns that the table has: a list that is not up to date must not refuse a statement.
    private var listed: String {
        "\(columns) c JOIN pg_attribute a ON a.attrelid = TG_RELID AND a.attname = c.column_name AND NOT a.attisdropped "
            + "WHERE c.table_name = TG_TABLE_NAME"
    }
}
#endif
