// SPDX-License-Identifier: Apache-2.0
// Writes statements to the standard error output, when a user asks from outside. Values are parameters, so a text has none.

#if PostgreSQL
import Foundation
import PerdureSQL

/// The log of statements, switched on as that of SQLite files: by `-com.apple.CoreData.SQLDebug`, or by `PERDURE_SQL_DEBUG`.
///
/// | level | written |
/// | --- | --- |
/// | 1 | the text of each statement when it is sent |
/// | 2 | text, types of values, rows, time and connection of each statement when it is done |
/// | 3 | the same, with the values |
enum StatementLog {
    static var level: Int { StatementLogLevel.current }

    static func write(_ event: StatementEvent, _ values: [ServerValue]) {
        write(line(event, level > 2 ? values : nil))
    }

    static func write(_ text: String) {
        FileHandle.standardError.write(Data("CoreData: sql: \(text)\n".utf8))
    }

    /// One line of the log; without values it has types alone.
    static func line(_ event: StatementEvent, _ values: [ServerValue]?) -> String {
        let shown = values.map { $0.map { "\($0)" } } ?? event.types
        let parameters = shown.isEmpty ? "" : " [\(shown.joined(separator: ", "))]"
        let end = event.state.map { "refused with \($0)" } ?? event.rows.map { "\($0) rows" } ?? "done"
        let time = String(format: "%.1f ms", event.seconds * 1000)
        return "\(event.text)\(parameters) – \(end), \(time), connection \(event.connection)"
    }
}
#endif
