// SPDX-License-Identifier: Apache-2.0
// Perdure's own tables in a namespace (PG-62).

#if PostgreSQL
/// The tables that say what a store is.
enum Bookkeeping {
    /// The form of these tables; a store of a higher one was written by a newer version.
    static let format: Int32 = 1

    /// The statements that make them.
    static func definitions(_ namespace: String) -> [String] {
        let place = ServerName.quoted(namespace)
        return [
            "CREATE TABLE \(place).perdure_entities (id integer PRIMARY KEY, name text NOT NULL, parent text, "
                + "table_name text NOT NULL, version_hash bytea)",
            "CREATE TABLE \(place).perdure_columns (number integer GENERATED ALWAYS AS IDENTITY, entity text NOT NULL, "
                + "property text NOT NULL, path text NOT NULL, table_name text NOT NULL, column_name text NOT NULL, "
                + "type text NOT NULL, renaming_identifier text)",
            "CREATE TABLE \(place).perdure_objects (kind text NOT NULL, name text NOT NULL, PRIMARY KEY (kind, name))",
            "CREATE TABLE \(place).perdure_model (content bytea)",
            "CREATE TABLE \(place).perdure_saves (engine bigint, save bigint, at timestamptz NOT NULL DEFAULT now(), "
                + "PRIMARY KEY (engine, save))",
            FormerNames(namespace).definition.text,
            "CREATE SEQUENCE \(place).perdure_activity",
            "CREATE TABLE \(place).perdure_store (format integer NOT NULL, uuid text NOT NULL, metadata bytea NOT NULL, "
                + "generation bigint NOT NULL DEFAULT 1, history bigint NOT NULL DEFAULT 0, "
                + "history_deleted bigint NOT NULL DEFAULT 0, fold text)",
        ]
    }

    /// The names of all tables that a store may have beside those of its entities.
    static let tables = [
        "perdure_store", "perdure_entities", "perdure_columns", "perdure_objects", "perdure_model",
        "perdure_saves", "perdure_history", "perdure_changes", "perdure_computed",
        OtherWriterFunctions.table, FormerNames.table,
    ]

    /// The names of the sequences that belong to no table.
    static let sequences = ["perdure_activity"]
}
#endif
