// SPDX-License-Identifier: Apache-2.0
// The side table that recognises a commit without a new version. Each save with merges writes a mark in its own transaction
// (MRG-98). Only the newest marks are kept.
//
// | column | what it holds |
// | --- | --- |
// | NUMBER | counts up |
// | SAVE | the mark, 64 random bits |

import PerdureSQL

/// The side table of saves that merged.
package enum SaveMarkTable {
    package static let name = "PERDURE_SAVES"

    package static let definition = SQLDefinition(
        .table, name, "CREATE TABLE \(name) (NUMBER INTEGER PRIMARY KEY, SAVE INTEGER NOT NULL)")

    /// How many marks are kept at least.
    ///
    /// So many saves of all processes may come between a commit in doubt and the next attempt.
    package static let count = 10_000

    /// 1 is the mark.
    package static let insertion = "INSERT INTO \(name) (SAVE) VALUES (?1)"
    /// 1 is the mark.
    package static let query = "SELECT 1 FROM \(name) WHERE SAVE = ?1"
    /// Deletes old marks, which no process will ask for.
    package static let removal =
        "DELETE FROM \(name) WHERE NUMBER <= (SELECT MAX(NUMBER) FROM \(name)) - \(count)"
}
