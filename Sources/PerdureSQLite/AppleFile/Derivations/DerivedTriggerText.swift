// SPDX-License-Identifier: Apache-2.0
// The common text of all triggers of derived attributes, as Core Data writes it: an UPDATE of the derived column, then a
// SELECT that reports each row.

import PerdureSQL
import PerdureStore

/// Writes the triggers of one derivation.
struct DerivedTriggerText {
    let route: DerivationRoute

    init(_ route: DerivationRoute) { self.route = route }

    /// The event that fires a trigger.
    struct Event {
        let table: String
        let suffix: String
        /// INSERT, DELETE or UPDATE OF columns.
        let event: String
        let condition: String?

        init(_ table: String, _ suffix: String, _ event: String, when condition: String? = nil) {
            self.table = table
            self.suffix = suffix
            self.event = event
            self.condition = condition
        }
    }

    /// The derived column, quoted for a text.
    var column: String { SQLIdentifier.quoted(route.column.name) }

    /// The suffix of a trigger's name: "PARAMETER" at the end of the path, otherwise the number of the step.
    func suffix(_ depth: Int, _ event: String) -> String {
        depth == route.hops.count ? "PARAMETER_\(event)" : "STEP_\(depth)_\(event)"
    }

    /// One trigger.
    ///
    /// - Parameters:
    ///   - event: The event that fires the trigger.
    ///   - value: The new value of the derived column.
    ///   - rows: The condition for the rows to write and to report.
    ///   - extra: One more condition for the rows to write.
    ///   - isInsertion: Whether the rows are reported as just inserted.
    /// - Returns: The trigger.
    func trigger(
        _ event: Event, set value: String, where rows: String, and extra: String? = nil,
        isInsertion: Bool = false
    ) -> SQLDefinition {
        let name = "Z_DA_\(event.table)_\(route.label)_\(event.suffix)"
        let table = SQLIdentifier.quoted(route.home)
        let report = isInsertion ? TriggerFunction.inserted : TriggerFunction.updated
        let arguments =
            "\(SQLIdentifier.literal(route.home)), Z_ENT, Z_PK, \(SQLIdentifier.literal(route.attribute)), \(column)"
        let when = event.condition.map { " WHEN (\($0))" } ?? ""
        let written = extra.map { "\(rows) AND \($0)" } ?? rows
        return SQLDefinition(
            .trigger, name,
            "CREATE TRIGGER \(SQLIdentifier.quoted(name)) AFTER \(event.event) ON "
                + "\(SQLIdentifier.quoted(event.table)) FOR EACH ROW\(when) BEGIN "
                + "UPDATE \(table) SET \(column) = \(value) WHERE \(written); "
                + "SELECT \(report)(\(arguments)) FROM \(table) WHERE \(rows); END")
    }
}
