// SPDX-License-Identifier: Apache-2.0
// Deletions of rows as arrays. Rows inside of a statement ascend by key (PG-71, PG-82).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ArrayExecutor {
    /// Deletes rows, and first their pairs and the keys that no slot holds.
    mutating func delete(_ deletions: ArraySlice<RowDeletion>, _ entity: Int32) throws {
        guard let keys = session.keys, !keys.replaced.isEmpty else {
            return try delete(deletions, entity, isFirst: false)
        }
        // A key that the same save gives to a new object must be free before its row comes.
        let reused = deletions.filter { keys.isReplaced($0.key.number) }
        try delete(reused[...], entity, isFirst: true)
        try delete(deletions.filter { !keys.isReplaced($0.key.number) }[...], entity, isFirst: false)
    }

    private mutating func delete(_ deletions: ArraySlice<RowDeletion>, _ entity: Int32, isFirst: Bool) throws
    {
        guard !deletions.isEmpty else { return }
        let mapped = try mapping.entity(entity)
        let name = mapping.tables[mapped.table].name
        try texts.requireWritable(name)
        let deletions = deletions.ascending(by: \.key.number)
        unlink(deletions, mapped, rank: isFirst ? WriteRank.first : WriteRank.middle)
        if !isFirst, texts.attached?[name]?.refersToItself == true { return wait(deletions, name) }
        let rank = isFirst ? WriteRank.first : WriteRank.deletions - (texts.attached?.ranks[name] ?? 0)
        for part in deletions.parts(of: Self.mostRows) {
            deleteUnchecked(part.filter { $0.expectedVersion == nil }, entity, name, rank)
            deleteChecked(part.filter { $0.expectedVersion != nil }, entity, name, rank)
        }
    }

    /// Removes pairs, and keys that no slot holds.
    private mutating func unlink(_ deletions: ArraySlice<RowDeletion>, _ entity: EntityMapping, rank: Int) {
        for part in deletions.parts(of: Self.mostRows) {
            let numbers = ServerValue.int8s(part.map(\.key.number))
            for statement in texts.unlinking(entity) {
                plan(
                    PlannedStatement(
                        request: ServerRequest(statement.text, [numbers]),
                        expectation: statement.members.map { .marked(table: $0) } ?? .anything, rank: rank))
            }
        }
    }

    private mutating func deleteUnchecked(
        _ rows: [RowDeletion], _ entity: Int32, _ name: String, _ rank: Int
    ) {
        guard !rows.isEmpty else { return }
        let request = ServerRequest(
            "DELETE FROM \(texts.table(name)) WHERE \(texts.isAny(mapping.system.key, of: name, "$1"))",
            [.int8s(rows.map(\.key.number))])
        plan(PlannedStatement(request: request, subject: subject(entity, rows.map(\.key)), rank: rank))
    }

    private mutating func deleteChecked(
        _ rows: [RowDeletion], _ entity: Int32, _ name: String, _ rank: Int
    ) {
        guard !rows.isEmpty else { return }
        let request = ServerRequest(
            "DELETE FROM \(texts.table(name)) AS t USING unnest(\(texts.keys("$1", of: name)), $2) AS u(k, v) "
                + "WHERE \(texts.matches(name, "t", "u.k")) AND \(texts.isUnchanged(name))",
            [.int8s(rows.map(\.key.number)), .int8s(rows.compactMap(\.expectedVersion))])
        plan(
            PlannedStatement(
                request: request, expectation: .rows(rows.count),
                subject: subject(entity, rows.map(\.key)), rank: rank))
    }
}
#endif
