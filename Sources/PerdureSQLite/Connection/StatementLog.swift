// SPDX-License-Identifier: Apache-2.0
// Writes the running statements to the standard error output, to help users find slow fetches. Users switch it on from
// outside; it costs nothing when it is off.

import CSQLite
import Foundation
import PerdureSQL

/// The log of statements.
///
/// The level comes from Core Data's launch argument, `-com.apple.CoreData.SQLDebug 1`, or from the environment variable
/// `PERDURE_SQL_DEBUG`.
///
/// | level | written |
/// | --- | --- |
/// | 1 | each statement when it starts |
/// | 2 | each statement when it is done, with its time |
/// | 3 | the same, with the values that were bound |
enum StatementLog {
    static var level: Int { StatementLogLevel.current }

    static func install(on handle: OpaquePointer) {
        guard level > 0 else { return }
        let events = level == 1 ? SQLITE_TRACE_STMT : SQLITE_TRACE_PROFILE
        sqlite3_trace_v2(
            handle, UInt32(events),
            { event, _, statement, detail in
                guard let statement else { return 0 }
                StatementLog.write(OpaquePointer(statement), event: Int32(event), detail: detail)
                return 0
            }, nil)
    }

    private static func write(_ statement: OpaquePointer, event: Int32, detail: UnsafeMutableRawPointer?) {
        let text = text(of: statement)
        // Snapshots that reads keep come by chance, and say nothing of a fetch.
        guard !KeptSnapshot.texts.contains(text) else { return }
        var line = "CoreData: sql: " + text
        if event == SQLITE_TRACE_PROFILE, let detail {
            let seconds = Double(detail.load(as: Int64.self)) / 1e9
            line += String(format: " (%.4fs)", seconds)
        }
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    private static func text(of statement: OpaquePointer) -> String {
        if level > 2, let expanded = sqlite3_expanded_sql(statement) {
            defer { sqlite3_free(expanded) }
            return String(cString: expanded)
        }
        return sqlite3_sql(statement).map { String(cString: $0) } ?? ""
    }
}
