// SPDX-License-Identifier: Apache-2.0
// What the trigger before each row does for one derived column: values of the row itself, and the first value of everything that
// comes from other rows.

#if PostgreSQL
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// Writes the assignments of a row trigger.
struct DerivedRow {
    let derived: DerivedColumn
    /// The columns of the table whose changes leave the version.
    let merging: [String]
    private var route: DerivationRoute { derived.route }
    private var column: String { "NEW.\(derived.column)" }

    /// The statements for a new row.
    var insertion: [String] {
        switch route.form {
        case .clock: guarded(["\(column) := \(DerivedExpression.now);"])
        case .aggregate(.count, _), .aggregate(.sum, _): guarded(["\(column) := 0;"])
        case .value(_, .some) where route.hops.isEmpty: guarded([text(or: column)])
        case .value where route.hops.isEmpty: guarded(["\(column) := \(value);"])
        default: guarded(["\(column) := NULL;"])
        }
    }

    /// The statements for a changed row.
    var update: [String] {
        switch route.form {
        case .clock: guarded(when(written, "\(column) := \(DerivedExpression.now);"))
        case .value(_, .some) where route.hops.isEmpty:
            guarded(
                when(
                    changed(source),
                    text(or: "CASE WHEN \(differs(derived.column)) THEN \(column) END")))
        case .value where route.hops.isEmpty: guarded(when(changed(source), "\(column) := \(value);"))
        default: []
        }
    }

    private var source: [String] { route.source.map { [ServerName.quoted($0.name)] } ?? [] }
    private var value: String { DerivedExpression(derived: derived).value(of: "NEW") }

    /// The text of the server's function; where it has none, the text that the client sent.
    private func text(or other: String) -> String {
        let source = DerivedExpression(derived: derived).source(of: "NEW")
        return "\(column) := coalesce(\(value), CASE WHEN \(source) IS NOT NULL THEN \(other) END);"
    }

    /// Whether somebody has written the row: a derived value of it is nobody's writing.
    private var written: String {
        changed([ServerName.quoted(derived.system.version)] + merging.map(ServerName.quoted))
    }

    private func changed(_ columns: [String]) -> String {
        columns.map(differs).joined(separator: " OR ")
    }

    private func differs(_ column: String) -> String { "NEW.\(column) IS DISTINCT FROM OLD.\(column)" }

    private func when(_ condition: String, _ statement: String) -> [String] {
        ["IF \(condition) THEN", "  \(statement)", "END IF;"]
    }

    /// The statements for rows of the attribute's entities alone.
    private func guarded(_ lines: [String]) -> [String] {
        let condition = derived.entityCondition("NEW")
        guard !condition.isEmpty else { return lines }
        return ["IF TRUE\(condition) THEN"] + lines.map { "  \($0)" } + ["END IF;"]
    }
}
#endif
