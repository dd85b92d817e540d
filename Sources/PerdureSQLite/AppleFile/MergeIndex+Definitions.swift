// SPDX-License-Identifier: Apache-2.0
// The tables and triggers of an index on parts of sets and dictionaries, as SQLite text. PerdureSQL's MergeIndex.swift
// explains their content.

import PerdureSQL

extension MergeIndex {
    /// The statement that makes the table of all indexes of a file.
    package static let listDefinition =
        "CREATE TABLE IF NOT EXISTS \(list) (NAME TEXT PRIMARY KEY NOT NULL, KEYS TEXT NOT NULL) WITHOUT ROWID"

    /// The tables.
    package var tables: [SQLDefinition] {
        [
            SQLDefinition(
                .table, entries,
                "CREATE TABLE \(quoted(entries)) (NAME TEXT NOT NULL, VALUE NOT NULL, OWNER INTEGER NOT NULL, "
                    + "PRIMARY KEY (NAME, VALUE, OWNER)) WITHOUT ROWID"),
            SQLDefinition(
                .index, "\(entries)_OWNER",
                "CREATE INDEX \(quoted("\(entries)_OWNER")) ON \(quoted(entries)) (OWNER)"),
            SQLDefinition(.table, stale, "CREATE TABLE \(quoted(stale)) (OWNER INTEGER PRIMARY KEY)"),
        ]
    }

    /// The triggers that note written rows.
    ///
    /// They call none of our functions, so other programs can run them.
    package var triggers: [SQLDefinition] {
        let note = "INSERT OR IGNORE INTO \(quoted(stale)) VALUES (NEW.Z_PK)"
        let removal = [entries, stale].map { "DELETE FROM \(quoted($0)) WHERE OWNER = OLD.Z_PK" }
        return [
            trigger("INSERT", "INSERT", when: " WHEN (NEW.\(quoted(column)) NOT NULL)", [note]),
            trigger("UPDATE", "UPDATE OF \(quoted(column))", [note]), trigger("DELETE", "DELETE", removal),
        ]
    }

    private func trigger(_ suffix: String, _ event: String, when: String = "", _ body: [String])
        -> SQLDefinition
    {
        let name = "\(entries)_\(suffix)"
        return SQLDefinition(
            .trigger, name,
            "CREATE TRIGGER \(quoted(name)) AFTER \(event) ON \(quoted(table)) FOR EACH ROW\(when) BEGIN "
                + body.map { "\($0); " }.joined() + "END")
    }

    private func quoted(_ name: String) -> String { SQLIdentifier.quoted(name) }
}
