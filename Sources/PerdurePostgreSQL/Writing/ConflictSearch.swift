// SPDX-License-Identifier: Apache-2.0
// Finds all conflicts of a refused change set at once, after the rollback (PG-76, PG-78). ConstraintSearch.swift finds those of
// uniqueness constraints.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The search for the conflicts of one change set.
struct ConflictSearch {
    let texts: ArrayTexts
    let session: ServerSession
    let changes: ChangeSet
    var mapping: StoreMapping { texts.mapping }

    /// All conflicts with the store as it is now, and within the change set.
    func all() throws -> [PendingConflict] {
        try versions() + ConstraintSearch(texts: texts, session: session, changes: changes).all()
    }

    /// Rows of the change set that want values of others of its rows (PG-79).
    func exchanges() throws -> [PendingConflict] {
        try ConstraintSearch(texts: texts, session: session, changes: changes, countsChanged: true).all()
    }

    private struct Expected {
        let key: ObjectKey
        let version: Int64?
    }

    private func versions() throws -> [PendingConflict] {
        let checks = changes.checks.map { Expected(key: $0.key, version: $0.expectedVersion) }
        // Only a checked deletion conflicts with a row that is gone already.
        let deletions = changes.deletions.filter { $0.expectedVersion != nil }.map {
            Expected(key: $0.key, version: $0.expectedVersion)
        }
        let updates = changes.updates.map { Expected(key: $0.key, version: $0.checkedVersion) }
        let groups = Dictionary(grouping: checks + deletions + updates) { mapping[$0.key.root]?.table ?? -1 }
        return try groups.filter { $0.key >= 0 }.sorted { $0.key < $1.key }.flatMap { table, expected in
            try versions(expected, of: mapping.tables[table].name)
        }
    }

    private func versions(_ expected: [Expected], of table: String) throws -> [PendingConflict] {
        let (key, version) = (
            ServerName.quoted(mapping.system.key), ServerName.quoted(mapping.system.version)
        )
        let text =
            "SELECT u.i FROM unnest(\(texts.keys("$1", of: table)), $2) WITH ORDINALITY AS u(k, v, i) "
            + "LEFT JOIN \(texts.source(table, as: "t")) ON \(texts.isRead(table, "t", "u.k")) WHERE t.\(key) IS NULL OR t.\(version) <> u.v ORDER BY u.i"
        let result = try session.run(
            ServerRequest(
                text, [.int8s(expected.map(\.key.number)), .optionalInt8s(expected.map(\.version))]))
        var seen: Set<ObjectKey> = []
        return try result.integers(0).compactMap { place in
            let key = expected[Int(place) - 1].key
            return seen.insert(key).inserted ? .version(key) : nil
        }
    }
}

extension ServerResult {
    /// The whole numbers of a column, and the numbers of keys; nulls are left out.
    func integers(_ column: Int, _ keys: SessionKeys? = nil) throws -> [Int64] {
        try (0..<rowCount).compactMap { try value($0, column)?.number(keys) }
    }
}
#endif
