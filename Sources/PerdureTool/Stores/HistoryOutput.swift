// SPDX-License-Identifier: Apache-2.0
// Transactions of a history in their forms.

import PerdureInspection
import PerdureStore

/// Prints transactions.
struct HistoryOutput {
    private let schema: Schema
    private let values: ValueText

    init(_ schema: Schema) {
        self.schema = schema
        values = ValueText(schema)
    }

    func print(_ transactions: [HistoryTransaction], _ form: FormName?) throws {
        let output = ByteOutput()
        switch form {
        case .json?:
            let list = JSONValue.array(transactions.map(json))
            output.append(JSONValue.document([("transactions", list)]).text + "\n")
        case .lines?:
            for transaction in transactions {
                output.append(json(transaction).line + "\n")
                try output.flushIfFull()
            }
        default:
            for transaction in transactions {
                output.append(text(transaction) + "\n")
                try output.flushIfFull()
            }
        }
        try output.flush()
    }

    // MARK: For people

    private func text(_ transaction: HistoryTransaction) -> String {
        let names = [
            ("author", transaction.author.author), ("context", transaction.author.contextName),
            ("program", transaction.bundleID), ("process", transaction.processID),
        ]
        let facts = names.compactMap { name, value in value.map { "\(name) \(PlainText.quoted($0))" } }
        let title = (["#\(transaction.number)", DateText.text(transaction.timestamp)] + facts).joined(
            separator: "  ")
        return ([title] + transaction.changes.map { "  " + PlainText.safe(line($0)) }).joined(separator: "\n")
    }

    private func line(_ change: HistoryChange) -> String {
        let name = values.name(change.key)
        switch change.kind {
        case .insert: return "+ \(name)"
        case .update:
            let changed = changed(change)
            return changed.isEmpty ? "~ \(name)" : "~ \(name): \(changed.joined(separator: ", "))"
        case .delete:
            let kept = preserved(change).map { "\($0.name) \(values.text($0.value) ?? "NULL")" }
            return kept.isEmpty ? "- \(name)" : "- \(name): \(kept.joined(separator: ", "))"
        }
    }

    /// The names of the properties that an update changed.
    private func changed(_ change: HistoryChange) -> [String] {
        let properties = schema[change.key.entity].properties
        return change.slots.filter(properties.indices.contains).map { properties[$0].name }.sorted()
    }

    private func preserved(_ change: HistoryChange) -> [(name: String, value: StoredValue)] {
        let properties = schema[change.key.entity].properties
        return change.tombstone.filter { properties.indices.contains($0.slot) }
            .map { (properties[$0.slot].name, $0.value) }
    }

    // MARK: JSON

    private func json(_ transaction: HistoryTransaction) -> JSONValue {
        .object([
            ("number", .integer(transaction.number)),
            ("date", .string(DateText.text(transaction.timestamp))),
            ("author", JSONValue(transaction.author.author)),
            ("context", JSONValue(transaction.author.contextName)),
            ("program", JSONValue(transaction.bundleID)), ("process", JSONValue(transaction.processID)),
            ("changes", .array(transaction.changes.map(json))),
        ])
    }

    private func json(_ change: HistoryChange) -> JSONValue {
        let kept = preserved(change).map { (key: $0.name, value: values.json($0.value)) }
        return .object([
            ("kind", .string("\(change.kind)")), ("object", .string(values.name(change.key))),
            ("properties", .strings(changed(change))), ("preserved", .object(kept)),
        ])
    }
}
