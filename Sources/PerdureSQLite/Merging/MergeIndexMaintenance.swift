// SPDX-License-Identifier: Apache-2.0
// Maintains the indexes on parts of sets and dictionaries (PerdureSQL/Mapping/MergeIndex.swift). It makes and removes indexes
// when a store is opened for writing with a model that declares other ones, and renews the entries of written rows before a
// commit.

import PerdureSQL
import PerdureStore

/// The indexes of one store.
struct MergeIndexMaintenance {
    let connection: SQLiteConnection

    /// How many rows are read at once.
    private static let page = 500

    // MARK: Opening

    /// Updates the indexes for the model.
    ///
    /// - Parameter wanted: the indexes of the model.
    /// - Throws: any error of SQLite, `StoreError.busy` while another process writes.
    func runIfNeeded(_ wanted: [MergeIndex]) throws {
        guard try !isDone(wanted) else { return }
        try changing {
            // Another process may have been faster.
            guard try !isDone(wanted) else { return }
            let known = try known()
            for name in known.keys.sorted() where !wanted.contains(where: { $0.label == name }) {
                try drop(name)
            }
            for index in wanted where try known[index.label] != index.keyList || !hasObjects(of: index) {
                try drop(index.label)
                try make(index)
            }
        }
    }

    /// Removes all indexes, because without triggers written rows are not noted.
    func forget() throws {
        let known = try known()
        guard !known.isEmpty else { return }
        try changing { for name in known.keys.sorted() { try drop(name) } }
    }

    /// The indexes among these that the file has.
    func found(of wanted: [MergeIndex]) throws -> [MergeIndex] {
        guard !wanted.isEmpty else { return [] }
        let known = try known()
        return try wanted.filter { try known[$0.label] == $0.keyList && hasObjects(of: $0) }
    }

    private func isDone(_ wanted: [MergeIndex]) throws -> Bool {
        let known = try known()
        return try known.count == wanted.count && found(of: wanted).count == wanted.count
    }

    private func changing(_ body: () throws -> Void) throws {
        try connection.beginWriting()
        do {
            try body()
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    /// The names of the file's indexes, with their keys.
    private func known() throws -> [String: String] {
        guard try sql(of: MergeIndex.list) != nil else { return [:] }
        let rows = try connection.all("SELECT NAME, KEYS FROM \(MergeIndex.list)") {
            ($0.text(0), $0.text(1))
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }

    private func hasObjects(of index: MergeIndex) throws -> Bool {
        try (index.tables + index.triggers).allSatisfy { try sql(of: $0.name) == $0.sql }
    }

    private func sql(of name: String) throws -> String? {
        try connection.first("SELECT sql FROM sqlite_master WHERE name = ?", [.text(name)]) { $0.text(0) }
    }

    /// Removes an index from the file, even an incomplete one.
    private func drop(_ label: String) throws {
        let tables = ["PERDURE_MI_\(label)", "PERDURE_MS_\(label)"]
        for suffix in ["INSERT", "UPDATE", "DELETE"] {
            try connection.execute("DROP TRIGGER IF EXISTS \(quotedName("\(tables[0])_\(suffix)"))")
        }
        for table in tables { try connection.execute("DROP TABLE IF EXISTS \(quotedName(table))") }
        guard try sql(of: MergeIndex.list) != nil else { return }
        try connection.run("DELETE FROM \(MergeIndex.list) WHERE NAME = ?", [.text(label)])
    }

    private func make(_ index: MergeIndex) throws {
        try connection.execute(MergeIndex.listDefinition)
        for definition in index.tables + index.triggers { try connection.execute(definition.sql) }
        try connection.run(
            "INSERT OR REPLACE INTO \(MergeIndex.list) VALUES (?, ?)",
            [.text(index.label), .text(index.keyList)])
        let column = quotedName(index.column)
        try connection.execute(
            "INSERT INTO \(quotedName(index.stale)) SELECT Z_PK FROM \(quotedName(index.table)) WHERE \(column) NOT NULL"
        )
        try renew(index)
    }

    // MARK: Writing

    /// Renews the entries of all rows that any program has written since the last renewal.
    func renew(_ indexes: [MergeIndex]) throws {
        for index in indexes { try renew(index) }
    }

    private func renew(_ index: MergeIndex) throws {
        let stale = quotedName(index.stale)
        while true {
            let rows = try connection.all(
                "SELECT s.OWNER, t.\(quotedName(index.column)) FROM \(stale) s LEFT JOIN \(quotedName(index.table)) t "
                    + "ON t.Z_PK = s.OWNER LIMIT \(Self.page)"
            ) { (owner: $0.integer(0), value: $0.value(1)) }
            guard !rows.isEmpty else { return }
            for row in rows { try write(row.owner, row.value, index) }
        }
    }

    private func write(_ owner: Int64, _ value: SQLBinding, _ index: MergeIndex) throws {
        let entries = quotedName(index.entries)
        try connection.run("DELETE FROM \(entries) WHERE OWNER = ?", [.integer(owner)])
        if case .blob(let data) = value {
            for entry in index.entries(of: .data(data)) {
                try connection.run(
                    "INSERT OR IGNORE INTO \(entries) VALUES (?, ?, ?)",
                    [.text(entry.name), entry.value, .integer(owner)])
            }
        }
        try connection.run("DELETE FROM \(quotedName(index.stale)) WHERE OWNER = ?", [.integer(owner)])
    }
}
