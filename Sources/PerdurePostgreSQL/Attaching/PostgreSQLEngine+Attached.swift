// SPDX-License-Identifier: Apache-2.0
// What an engine does otherwise where its tables are others': new keys, and what a save has really written.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine {
    /// Takes keys from the sequence of a table, one number for each (PG-61).
    ///
    /// - Throws: `StoreError.readOnly` for a view, and for a table whose key has no sequence.
    func reserveAttachedKeys(_ count: Int, _ name: String) throws -> ReservedKeys {
        try texts.requireWritable(name)
        if case .shape? = texts.attached?[name]?.key, let keys = texts.attached?.keys {
            // The keys themselves are known when the rows are written.
            return ReservedKeys(keys.directory.reserve(count).map { $0..<$0 + 1 })
        }
        guard let sequence = texts.attached?[name]?.sequence else {
            throw StoreError.readOnly(
                path: name,
                reason: "its key has no sequence, so nobody can give new objects a key; add an identity")
        }
        return try keys.reserve(count, table: name) { numbers in
            try readers.repeatedly("reserving keys") { session in
                let result = try session.run(
                    ServerRequest(
                        "SELECT nextval($1::regclass) FROM generate_series(1, $2)",
                        [.text(sequence), .int8(Int64(numbers))]))
                return try result.column(0).compactMap { $0?.integer }.map { $0..<$0 + 1 }
            }
        }
    }

    /// The rows of a change set as they are stored now, and other rows that it has given a new mark: others' types round, and
    /// others' triggers write.
    func attachedRows(of changes: ChangeSet, _ marked: Set<ObjectKey>, _ session: ServerSession) throws
        -> [Row]
    {
        let own = changes.insertions.map(\.key) + changes.updates.map(\.key)
        let known = Set(own)
        let keys = own + marked.filter { !known.contains($0) }
        return keys.isEmpty ? [] : try engine.reader(session).rows(for: keys)
    }
}
#endif
