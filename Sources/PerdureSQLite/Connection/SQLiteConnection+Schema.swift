// SPDX-License-Identifier: Apache-2.0
// Whether a file has tables, indexes and triggers of certain names.

import PerdureSQL

extension SQLiteConnection {
    /// Whether the file has a table of a name.
    ///
    /// - Throws: Any error of the database.
    func hasTable(_ name: String) throws -> Bool { try has("type = 'table' AND name = ?", name) }

    /// Whether the file has a table, an index, a view or a trigger of a name.
    ///
    /// - Throws: Any error of the database.
    func hasObject(_ name: String) throws -> Bool { try has("name = ?", name) }

    private func has(_ condition: String, _ name: String) throws -> Bool {
        try first("SELECT 1 FROM sqlite_master WHERE \(condition)", [.text(name)]) { _ in true } == true
    }
}
