// SPDX-License-Identifier: Apache-2.0
// What keeps SQLite from removing a column: indexes that name it, and views and triggers that name it or one that is gone
// already. The model does not know the column any more, so they are not of the model; they come back where they fit.

import PerdureSQL
import PerdureStore

/// The definitions in the way of one removal.
struct DropObstacles {
    let connection: SQLiteConnection
    let removal: DeferredRemoval

    private struct Obstacle {
        let kind: String
        let name: String
        let text: String
    }

    /// Removes a column while nothing names it.
    ///
    /// - Throws: The errors of the body; a definition that does not fit any more stays away.
    func without(_ body: () throws -> Void) throws {
        guard let column = removal.column else { return try body() }
        let obstacles = try found(naming: column)
        for obstacle in obstacles {
            try connection.execute("DROP \(obstacle.kind) IF EXISTS \(quotedName(obstacle.name))")
        }
        try body()
        // Views come before the triggers on them.
        for obstacle in obstacles.reversed() { try? connection.execute(obstacle.text) }
    }

    private func found(naming column: String) throws -> [Obstacle] {
        let all = try connection.all(
            "SELECT type, name, sql, tbl_name FROM sqlite_master"
                + " WHERE type IN ('index', 'trigger', 'view') AND sql IS NOT NULL ORDER BY type, name"
        ) { (Obstacle(kind: $0.text(0), name: $0.text(1), text: $0.text(2)), $0.text(3)) }
        return all.filter { obstacle, table in
            obstacle.kind != "index" || (table == removal.table && obstacle.text.names(column))
        }.map(\.0)
    }
}

extension String {
    /// Whether a word of an SQL text is a name.
    fileprivate func names(_ name: String) -> Bool {
        uppercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name.uppercased() }
    }
}
