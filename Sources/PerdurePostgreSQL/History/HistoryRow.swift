// SPDX-License-Identifier: Apache-2.0
// One row of perdure_changes on its way to the server. HistoryRecorder.swift collects them.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// A new or changed row in a history.
struct HistoryRow {
    let key: ObjectKey
    let kind: HistoryChange.Kind
    /// The array of columns as the server's text; nil for a new row.
    let columns: String?
    let deltas: ServerValue

    init(
        _ key: ObjectKey, _ kind: HistoryChange.Kind, columns: String? = nil,
        deltas: ServerValue = .null(.jsonb)
    ) {
        self.key = key
        self.kind = kind
        self.columns = columns
        self.deltas = deltas
    }

    /// The parameters of `HistoryTables.changes`.
    ///
    /// An array of arrays cannot be taken apart by the server, so each array of columns travels as a text.
    static func arrays(_ rows: ArraySlice<HistoryRow>, _ mapping: StoreMapping) throws -> [ServerValue] {
        [
            .array(.int2, rows.map { .int2(Int16($0.kind.rawValue)) }),
            .array(.int4, try rows.map { .int4(try mapping.entity($0.key.entity).fileNumber) }),
            .array(.int8, rows.map { .int8($0.key.number) }),
            .array(.text, rows.map { $0.columns.map { .text($0) } ?? .null(.text) }),
            .array(.jsonb, rows.map(\.deltas)),
        ]
    }
}
#endif
