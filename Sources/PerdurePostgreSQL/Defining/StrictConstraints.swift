// SPDX-License-Identifier: Apache-2.0
// Constraints for those who want the server to refuse what validation refuses (PG-39); only `perdure postgresql schema --strict`
// writes them.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The limits that a model sets to its attributes.
package struct StrictLimits: Sendable {
    /// One limit.
    package struct Limit: Sendable, Hashable {
        /// Whether values below it are refused; otherwise those above it.
        package let isLeast: Bool
        /// The number, in the server's spelling.
        package let number: String
        /// Whether it limits a text's length.
        package let isLength: Bool

        package init(isLeast: Bool, number: String, isLength: Bool) {
            self.isLeast = isLeast
            self.number = number
            self.isLength = isLength
        }
    }

    /// By the names of entities and attributes.
    package var limits: [String: [String: [Limit]]] = [:]

    package init() {}
}

/// The constraints of a new store's tables.
struct StrictConstraints {
    let mapping: StoreMapping
    let place: ServerPlace
    let limits: StrictLimits

    /// All statements, in the order of entities and slots.
    ///
    /// Relationships get none: a row's owner may go before the row does.
    func statements() -> [String] {
        var used: Set<String> = []
        return mapping.entities.compactMap { $0 }.flatMap { entity -> [String] in
            let layout = mapping.schema[entity.entity]
            return layout.properties[layout.inheritedCount...].flatMap { property -> [String] in
                guard case .attribute(let column) = entity.slots[property.slot], !property.isComputed else {
                    return []
                }
                return constraints(property, layout, entity, column, &used)
            }
        }
    }

    private func constraints(
        _ property: PropertyLayout, _ layout: EntityLayout, _ entity: EntityMapping,
        _ column: AttributeColumn,
        _ used: inout Set<String>
    ) -> [String] {
        let table = mapping.tables[entity.table]
        let name = ServerName.quoted(column.name)
        var conditions = (limits.limits[layout.name]?[property.name] ?? []).compactMap { condition($0, name) }
        var statements: [String] = []
        if !property.isOptional, property.merge == nil {
            if table.root == entity.entity {
                statements.append(
                    "ALTER TABLE \(place.table(table.name)) ALTER COLUMN \(name) SET NOT NULL")
            } else {
                // Rows of other entities share the table.
                conditions.append(isOther(entity) + "\(name) IS NOT NULL")
            }
        }
        return statements
            + conditions.enumerated().map { index, condition in
                let constraint = claim("\(table.name)_\(column.name)_check_\(index + 1)", &used)
                return
                    "ALTER TABLE \(place.table(table.name)) ADD CONSTRAINT \(constraint) CHECK (\(condition))"
            }
    }

    private func isOther(_ entity: EntityMapping) -> String {
        guard let column = mapping.system.entity else { return "" }
        let numbers = entity.subtree.map(String.init).joined(separator: ", ")
        return "\(ServerName.quoted(column)) NOT IN (\(numbers)) OR "
    }

    /// Lengths count UTF-16 units above and scalars here, so a lower limit of a length has no exact form.
    private func condition(_ limit: StrictLimits.Limit, _ column: String) -> String? {
        if limit.isLength {
            return limit.isLeast ? nil : "pg_catalog.char_length(\(column)) <= \(limit.number)"
        }
        return "\(column) \(limit.isLeast ? ">=" : "<=") \(limit.number)"
    }

    private func claim(_ name: String, _ used: inout Set<String>) -> String {
        var (candidate, number) = (ServerWord.fitting(name), 1)
        while !used.insert(candidate).inserted {
            number += 1
            candidate = ServerWord.fitting("\(name)_\(number)")
        }
        return ServerName.quoted(candidate)
    }
}
#endif
