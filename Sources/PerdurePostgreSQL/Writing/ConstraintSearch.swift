// SPDX-License-Identifier: Apache-2.0
// Finds rows of a change set whose unique values are taken: by each other, or by a stored row (PG-78).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The search for conflicts with the uniqueness constraints of a store.
struct ConstraintSearch {
    let texts: ArrayTexts
    let session: ServerSession
    let changes: ChangeSet
    /// Whether the stored values of rows count that the change set gives other ones.
    var countsChanged = false
    private var mapping: StoreMapping { texts.mapping }

    /// A row that writes a constrained column.
    private struct Candidate {
        let row: Row
        /// What is written; nil for all slots of a new row.
        let slots: [Int]?

        func writes(_ slot: Int) -> Bool { slots?.contains(slot) ?? true }
    }

    /// All conflicts, table by table.
    func all() throws -> [PendingConflict] {
        let candidates =
            changes.updates.map { Candidate(row: $0.row, slots: $0.slots) }
            + changes.insertions.map { Candidate(row: $0.row, slots: nil) }
        let groups = Dictionary(grouping: candidates) { mapping[$0.row.key.entity]?.table ?? -1 }
        return try groups.filter { $0.key >= 0 }.sorted { $0.key < $1.key }.flatMap { index, candidates in
            let table = mapping.tables[index]
            return try mapping.uniqueColumns(of: table).flatMap { try conflicts($0, candidates, table) }
        }
    }

    private func conflicts(_ columns: [String], _ candidates: [Candidate], _ table: TableMapping) throws
        -> [PendingConflict]
    {
        let writers = try self.writers(columns, candidates)
        guard !writers.isEmpty else { return [] }
        var first: Set<[[UInt8]]> = []
        var found: [PendingConflict] = []
        for writer in writers where !first.insert(writer.values.map(\.identity)).inserted {
            found.append(conflict(writer.key, columns, by: nil))
        }
        for (place, other) in try taken(columns, writers, candidates, table) {
            found.append(conflict(writers[place].key, columns, by: other))
        }
        return found
    }

    private func conflict(_ key: ObjectKey, _ columns: [String], by other: ObjectKey?) -> PendingConflict {
        .taken(key: key, attributes: mapping.constraint(columns, of: key.entity), by: other)
    }

    /// A row and its new values of constrained columns.
    private struct Writer {
        let key: ObjectKey
        let values: [ServerValue]
    }

    /// The rows that write at least one of the columns, and have a value in each.
    private func writers(_ columns: [String], _ candidates: [Candidate]) throws -> [Writer] {
        let writing = candidates.compactMap { candidate -> (Candidate, [ArrayColumn])? in
            guard let entity = mapping[candidate.row.key.entity] else { return nil }
            let own = ArrayColumn.columns(of: entity.slots.indices, entity)
            let wanted = columns.compactMap { name in own.first { $0.name == name } }
            let isWriter = wanted.count == columns.count && wanted.contains { candidate.writes($0.slot) }
            return isWriter ? (candidate, wanted) : nil
        }
        // An update need not know the values that it does not write.
        let partial = writing.filter { candidate, wanted in wanted.contains { !candidate.writes($0.slot) } }
        let stored = try self.stored(partial.map(\.0.row.key))
        return try writing.compactMap { candidate, wanted in
            let values = try wanted.compactMap { column -> ServerValue? in
                let row = candidate.writes(column.slot) ? candidate.row : stored[candidate.row.key]
                guard let value = try row.map({ try column.value(of: $0, mapping) }), !value.isNull else {
                    return nil
                }
                return value
            }
            // A null never conflicts.
            return values.count == wanted.count ? Writer(key: candidate.row.key, values: values) : nil
        }
    }

    private func stored(_ keys: [ObjectKey]) throws -> [ObjectKey: Row] {
        guard !keys.isEmpty else { return [:] }
        let rows = try RowReader(mapping: mapping, queries: texts.rows, connection: session).rows(for: keys)
        return Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    }

    /// The writers whose values a stored row has that the change set neither deletes nor gives other values.
    private func taken(
        _ columns: [String], _ writers: [Writer], _ candidates: [Candidate], _ table: TableMapping
    ) throws -> [(Int, ObjectKey)] {
        let deleted = changes.deletions.filter { mapping[$0.key.entity]?.table == mapping[table.root]?.table }
        let changed = candidates.filter { $0.slots != nil && writes($0, columns) }
        let leaving = deleted.map(\.key.number) + (countsChanged ? [] : changed.map(\.row.key.number))
        let arrays = try columns.indices.map { try ServerValue.array(of: writers.map(\.values), at: $0) }
        let key = ServerName.quoted(mapping.system.key)
        let names = columns.indices.map { "c\($0)" }
        let matches = columns.indices.map { "t.\(ServerName.quoted(columns[$0])) = u.c\($0)" }
        let text =
            "SELECT u.i, t.\(key) FROM unnest(\(columns.indices.map { "$\($0 + 2)" }.joined(separator: ", "))) "
            + "WITH ORDINALITY AS u(\(names.joined(separator: ", ")), i) JOIN \(texts.source(table.name, as: "t")) ON "
            + matches.joined(separator: " AND ")
            + " WHERE t.\(key) <> ALL(\(texts.names("$1", of: table.name))) ORDER BY u.i"
        let result = try session.run(ServerRequest(text, [.int8s(leaving)] + arrays))
        let root = mapping.schema[table.root].root
        return try (0..<result.rowCount).compactMap { row in
            guard let count = try result.value(row, 0)?.integer, let found = try result.value(row, 1) else {
                return nil
            }
            let place = Int(count) - 1
            return number(found, besides: writers[place].key).map {
                (place, ObjectKey(entity: table.root, root: root, number: $0))
            }
        }
    }

    /// The number of a stored row that has the values of a writer; nil for the writer's own row.
    private func number(_ found: ServerValue, besides writer: ObjectKey) -> Int64? {
        let number = found.number(session.keys)
        guard number == writer.number else { return number }
        // A new object has no row: the one that has the text of its key is another object's.
        guard case .text(let text) = found, changes.insertions.contains(where: { $0.row.key == writer }),
            changes.inDoubtSave?.hasInserted(writer) != true
        else { return nil }
        return session.keys?.number(of: text, besides: writer.number)
    }

    private func writes(_ candidate: Candidate, _ columns: [String]) -> Bool {
        guard let entity = mapping[candidate.row.key.entity], let slots = candidate.slots else { return true }
        return ArrayColumn.columns(of: slots, entity).contains { columns.contains($0.name) }
    }
}

extension ArrayColumn {
    /// The value of one row.
    func value(of row: Row, _ mapping: StoreMapping) throws -> ServerValue {
        let value = leaf.map { Self.leaf($0, of: row[slot]) } ?? row[slot]
        if case .reference(let key) = value { return .int8(key.number) }
        return ServerValue(value, as: type) ?? .null(type.arrayElement)
    }
}

extension ServerValue {
    /// Bytes that equal values share.
    fileprivate var identity: [UInt8] {
        var array = ArrayBytes(elementType, capacity: 1)
        guard (try? array.append(self)) != nil, case .encodedArray(_, let bytes) = array.value() else {
            return []
        }
        return bytes
    }

    fileprivate static func array(of rows: [[ServerValue]], at place: Int) throws -> ServerValue {
        guard let type = rows.first?[place].elementType else { return .nullArray(.unknown) }
        var array = ArrayBytes(type, capacity: rows.count)
        for row in rows { try array.append(row[place]) }
        return array.value()
    }
}
#endif
