// SPDX-License-Identifier: Apache-2.0
// The triggers that compute derived attributes inside the database: now(), the count of a one-to-many
// relationship, a copy through a to-one relationship. Texts as in Core Data's files; other
// derivations have a column and no trigger.

import PerdurePredicates
import PerdureStore

/// The triggers of one entity's derived attributes.
package struct DerivedTriggers {
    private let mapping: StoreMapping
    private let entity: EntityMapping
    private let layout: EntityLayout
    private let table: String

    package init(_ mapping: StoreMapping, _ entity: EntityMapping) {
        self.mapping = mapping
        self.entity = entity
        layout = mapping.schema[entity.entity]
        table = mapping.tables[entity.table].name
    }

    package func definitions() -> [SQLDefinition] {
        (layout.inheritedCount..<layout.properties.count).flatMap { slot -> [SQLDefinition] in
            guard let derivation = layout.properties[slot].attribute?.derivation,
                case .attribute(let column) = entity.slots[slot]
            else { return [] }
            return definitions(Derived(layout.properties[slot].name, column.name), derivation)
        }
    }

    /// A derived attribute and its column, as it stands in a text.
    private struct Derived {
        let attribute: String
        let column: String

        init(_ attribute: String, _ column: String) {
            self.attribute = attribute
            self.column = SQLIdentifier.quoted(column)
        }
    }

    private func definitions(_ derived: Derived, _ derivation: ExpressionNode) -> [SQLDefinition] {
        switch derivation {
        case .function(let call) where call.name == "now" || call.name == "now:":
            return clock(derived)
        case .keyPath(base: .evaluatedObject, let keys) where keys.count == 2:
            guard let slot = layout.slots[keys[0]] else { return [] }
            switch entity.slots[slot] {
            case .toMany(.foreignKey(let members)) where keys[1] == "@count":
                return count(derived, members)
            case .toOne(let key):
                return copy(derived, key, keys[1])
            default: return []
            }
        default: return []
        }
    }

    // MARK: The three families

    private func clock(_ derived: Derived) -> [SQLDefinition] {
        let set = "\(derived.column) = \(TriggerFunction.now)()"
        return [
            trigger(
                derived, on: table, "INSERT", "INSERT", when: "NEW.Z_OPT NOT NULL", set: set,
                rows: "Z_PK = NEW.Z_PK", isInsertion: true),
            trigger(derived, on: table, "UPDATE", "UPDATE OF Z_OPT", set: set, rows: "Z_PK = NEW.Z_PK"),
        ]
    }

    private func count(_ derived: Derived, _ members: MemberKey) -> [SQLDefinition] {
        let other = mapping.tables[members.table].name
        let key = SQLIdentifier.quoted(members.key)
        let column = derived.column
        func change(_ suffix: String, _ event: String, _ row: String, _ value: String) -> SQLDefinition {
            trigger(
                derived, on: other, suffix, event, when: "\(row).\(key) NOT NULL",
                set: "\(column) = \(value)",
                rows: "Z_PK = \(row).\(key)")
        }
        return [
            change("PARAMETER_INSERT", "INSERT", "NEW", "IFNULL(\(column), 0) + 1"),
            change("PARAMETER_UPDATE_INCREMENT", "UPDATE OF \(key)", "NEW", "\(column) + 1"),
            change("PARAMETER_UPDATE_DECREMENT", "UPDATE OF \(key)", "OLD", "\(column) - 1"),
            change("PARAMETER_DELETE", "DELETE", "OLD", "\(column) - 1"),
            trigger(
                derived, on: table, "SOURCE_INSERT", "INSERT",
                set: "\(column) = (SELECT IFNULL(COUNT(\(key)), 0) FROM \(SQLIdentifier.quoted(other)) "
                    + "WHERE \(key) = NEW.Z_PK)",
                rows: "Z_PK = NEW.Z_PK", isInsertion: true),
        ]
    }

    private func copy(_ derived: Derived, _ relationship: ToOneColumns, _ name: String) -> [SQLDefinition] {
        guard let destination = mapping[relationship.destination],
            let slot = mapping.schema[relationship.destination].slots[name],
            case .attribute(let source) = destination.slots[slot]
        else { return [] }
        let other = mapping.tables[destination.table].name
        let key = SQLIdentifier.quoted(relationship.key)
        let value = SQLIdentifier.quoted(source.name)
        let copied =
            "\(derived.column) = (SELECT \(value) FROM \(SQLIdentifier.quoted(other)) WHERE Z_PK = NEW.\(key))"
        let given = "\(derived.column) = NEW.\(value)"
        let owners = "\(key) = NEW.Z_PK"
        return [
            trigger(
                derived, on: table, "SOURCE_INSERT", "INSERT", set: copied, rows: "Z_PK = NEW.Z_PK",
                isInsertion: true),
            trigger(
                derived, on: table, "SOURCE_UPDATE", "UPDATE OF \(key)", set: copied, rows: "Z_PK = NEW.Z_PK"),
            trigger(
                derived, on: other, "PARAMETER_INSERT", "INSERT", set: given, rows: owners, isInsertion: true),
            trigger(
                derived, on: other, "PARAMETER_UPDATE", "UPDATE OF \(value)", set: given, rows: owners),
        ]
    }

    // MARK: Text

    private func trigger(
        _ derived: Derived, on firing: String, _ suffix: String, _ event: String, when: String? = nil,
        set: String, rows: String, isInsertion: Bool = false
    ) -> SQLDefinition {
        let name = "Z_DA_\(firing)_\(layout.name)_\(derived.attribute)_\(suffix)"
        let target = SQLIdentifier.quoted(table)
        let report = isInsertion ? TriggerFunction.inserted : TriggerFunction.updated
        let arguments =
            "\(SQLIdentifier.literal(table)), Z_ENT, Z_PK, \(SQLIdentifier.literal(derived.attribute)), "
            + derived.column
        let condition = when.map { " WHEN (\($0))" } ?? ""
        return SQLDefinition(
            .trigger, name,
            "CREATE TRIGGER \(SQLIdentifier.quoted(name)) AFTER \(event) ON \(SQLIdentifier.quoted(firing)) "
                + "FOR EACH ROW\(condition) BEGIN UPDATE \(target) SET \(set) WHERE \(rows); "
                + "SELECT \(report)(\(arguments)) FROM \(target) WHERE \(rows); END")
    }
}
