// SPDX-License-Identifier: Apache-2.0
// How many objects a store has, as its tables say it.

/// The number of rows of an entity in its table.
package struct EntityCount: Sendable, Hashable {
    /// The entity's number in the store (`Z_ENT`).
    package let number: Int64
    package let name: String
    package let rows: Int

    package init(number: Int64, name: String, rows: Int) {
        self.number = number
        self.name = name
        self.rows = rows
    }
}
