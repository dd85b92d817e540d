// SPDX-License-Identifier: Apache-2.0
// What the server refused, as an error with entity, property and key (PG-150, PG-151). The client's table has the rest.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension Error {
    /// The client's error, also of a refused statement.
    var ofServer: PostgreSQLError? { (self as? RefusedStatement)?.error ?? self as? PostgreSQLError }
}

extension RefusedStatement {
    /// States that blame a value: missing, forbidden, too long, out of range, malformed; and the row of an index.
    private static let ofValues: Set<String> = [
        "23502", "23514", "22001", "22003", "22P02", "22007", "22008", "22021", "54000",
    ]

    /// The error that names the value, or the client's own one.
    func storeError(_ mapping: StoreMapping) -> any Error {
        guard case .server(let report, let place, _) = error, Self.ofValues.contains(report.state),
            let subject
        else { return error }
        var refusal = ServerRefusal(report, place, .writing)
        refusal.entity = mapping.schema[subject.entity].name
        refusal.property = property(report, subject.entity, mapping)
        refusal.message =
            "\(rows(subject)): \(report.message); give the attribute a value that the column can hold"
        return StoreError.refused(refusal)
    }

    private func rows(_ subject: PlannedStatement.Subject) -> String {
        guard let first = subject.keys.first else { return "no row" }
        return subject.keys.count == 1
            ? "row \(first.number)" : "one of \(subject.keys.count) rows from \(first.number) on"
    }

    /// The property of the column that the server names, or of the index or constraint whose name holds it.
    private func property(_ report: ServerReport, _ entity: Int32, _ mapping: StoreMapping) -> String? {
        guard let mapped = mapping[entity] else { return nil }
        let columns = ArrayColumn.columns(of: mapped.slots.indices, mapped)
        let named =
            columns.first { $0.name == report.column }
            ?? report.constraint.flatMap { name in
                // Names of constraints and indexes are made of those of tables and columns.
                columns.filter { "_\(name)_".contains("_\($0.name)_") }.max { $0.name.count < $1.name.count }
            }
        return named.map { mapping.schema[entity].properties[$0.slot].name }
    }
}
#endif
