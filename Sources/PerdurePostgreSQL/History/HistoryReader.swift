// SPDX-License-Identifier: Apache-2.0
// Reads a history in one round trip and one snapshot. HistoryValues.swift reads what stands in one change.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Reads the tables of a history.
struct HistoryReader {
    let history: ServerHistory

    private var place: String { history.tables.place }

    // MARK: The range

    var rangeRequest: ServerRequest {
        ServerRequest(
            "SELECT (SELECT min(number) FROM \(place).perdure_history), history FROM \(place).perdure_store")
    }

    func range(_ result: ServerResult) throws -> HistoryRange {
        guard result.rowCount == 1 else { return HistoryRange(oldest: nil, newest: 0) }
        return HistoryRange(
            oldest: try result.value(0, 0)?.integer, newest: try result.value(0, 1)?.integer ?? 0)
    }

    // MARK: Transactions

    func read(_ session: ServerSession, after point: HistoryPoint, withChanges: Bool) throws -> (
        range: HistoryRange, transactions: [HistoryTransaction]
    ) {
        let (condition, values) = Self.condition(point)
        var requests = [
            ServerRequest("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), rangeRequest,
            ServerRequest(
                "SELECT number, at, author, context_name, bundle_id, process_id FROM \(place).perdure_history h "
                    + "WHERE \(condition) ORDER BY number", values),
        ]
        if withChanges { requests.append(changesRequest(condition, values)) }
        let results = try session.run(requests + [ServerRequest("COMMIT")])
        var transactions = try (0..<results[2].rowCount).map { try Self.transaction(results[2], $0) }
        if withChanges {
            var changes = try changes(results[3])
            for index in transactions.indices {
                transactions[index].changes = changes.removeValue(forKey: transactions[index].number) ?? []
            }
        }
        return (try range(results[1]), transactions)
    }

    private static func condition(_ point: HistoryPoint) -> (String, [ServerValue]) {
        switch point {
        case .beginning: ("true", [])
        case .number(let number): ("h.number > $1", [.int8(number)])
        case .time(let time): ("h.at > $1", [.float8(time)])
        }
    }

    private static func transaction(_ result: ServerResult, _ row: Int) throws -> HistoryTransaction {
        let texts = try (2..<6).map { column -> String? in
            guard case .text(let text)? = try result.value(row, column) else { return nil }
            return text
        }
        let time = try result.value(row, 1)?.real ?? 0
        return HistoryTransaction(
            number: try result.value(row, 0)?.integer ?? 0,
            // Foundation crashes when it prints an infinite date.
            timestamp: time.isFinite ? time : 0,
            author: CommitAuthor(author: texts[0], contextName: texts[1]), bundleID: texts[2],
            processID: texts[3])
    }

    // MARK: Changes

    /// Deletions are written first, while the rows are there; they come last, as in a file.
    private func changesRequest(_ condition: String, _ values: [ServerValue]) -> ServerRequest {
        ServerRequest(
            "SELECT h.number, c.number, c.kind, c.entity, c.id, c.columns, c.deltas, c.tombstone "
                + "FROM \(place).perdure_history h JOIN \(place).perdure_changes c USING (engine, save) "
                + "WHERE \(condition) ORDER BY h.number, c.kind = 2, c.number", values)
    }

    private func changes(_ result: ServerResult) throws -> [Int64: [HistoryChange]] {
        var changes: [Int64: [HistoryChange]] = [:]
        for row in 0..<result.rowCount {
            guard let number = try result.value(row, 0)?.integer, let change = try change(result, row) else {
                continue
            }
            changes[number, default: []].append(change)
        }
        return changes
    }

    /// A change; nil when the model does not have its entity any more.
    private func change(_ result: ServerResult, _ row: Int) throws -> HistoryChange? {
        guard let number = try result.value(row, 1)?.integer, let code = try result.value(row, 2)?.integer,
            let kind = HistoryChange.Kind(rawValue: code),
            let entity = history.mapping.schemaNumber(fileNumber: try result.value(row, 3)?.integer ?? 0),
            let key = try result.value(row, 4)?.integer
        else { return nil }
        var change = HistoryChange(
            number: number, key: history.mapping.schema.key(entity: entity, number: key), kind: kind)
        let values = HistoryValues(columns: history.columns, schema: history.mapping.schema)
        switch kind {
        case .insert: break
        case .update:
            change.slots = try values.slots(result.value(row, 5), entity)
            change.deltas = try values.deltas(result.value(row, 6), entity)
        case .delete: change.tombstone = try values.tombstone(result.value(row, 7), entity)
        }
        return change
    }
}
#endif
