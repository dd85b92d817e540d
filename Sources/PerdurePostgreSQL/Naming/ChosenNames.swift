// SPDX-License-Identifier: Apache-2.0
// The names that a model chooses for its tables and columns, by user info (PG-43). NewNames.swift asks for them.

#if PostgreSQL
import PerdureStore

/// Names of a new store that come before those of the rules.
package struct ChosenNames: Sendable {
    /// The table of a hierarchy, by the name of its root.
    package var tables: [String: String] = [:]
    /// The column of a property, by the names of its entity and of the property.
    package var columns: [String: [String: String]] = [:]

    /// Chooses nothing.
    package init() {}

    /// Checks what a server would cut or take for something else.
    ///
    /// - Throws: `StoreError.invalidSchema` that names the entity, the property and the name.
    func check() throws {
        for (entity, name) in tables { try check(name, "the table of \"\(entity)\"", isColumn: false) }
        for (entity, names) in columns {
            for (property, name) in names {
                try check(name, "the column of \"\(entity).\(property)\"", isColumn: true)
            }
        }
    }

    private func check(_ name: String, _ what: String, isColumn: Bool) throws {
        let isTaken =
            name.hasPrefix("perdure_") || (isColumn && ["id", "entity", "version"].contains(name))
        guard !name.isEmpty, name.utf8.count <= ServerWord.longest, !name.utf8.contains(0), !isTaken else {
            throw StoreError.invalidSchema(
                "the user info names \(what) \"\(name)\"; choose a name of 1 to \(ServerWord.longest) bytes that is none of "
                    + "Perdure's own")
        }
    }
}
#endif
