// SPDX-License-Identifier: Apache-2.0
// How deep a model may be, and which tables it may not have.

/// The bounds of models.
package enum ModelLimits {
    /// How many entities may stand above each other, the lowest one included.
    package static let hierarchy = 200
    /// How many properties all entities may have together; each entity counts its inherited properties too.
    ///
    /// Layouts, hashes and maps list all of them: a short file could ask for billions.
    package static let properties = 1_000_000
    /// The tables of Core Data itself whose names an entity's table could have.
    static let ownTables: Set = ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]

    /// The table of an entity with this name, if that is one of Core Data's own.
    static func ownTable(forEntity name: String) -> String? {
        let table = "Z" + name.uppercased()
        return ownTables.contains(table) ? table : nil
    }
}
