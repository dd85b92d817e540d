// SPDX-License-Identifier: Apache-2.0
// All triggers of a store's derived attributes (PG-140): one before each row of a home table, and one after each statement of an
// event in a table on the way. DerivedChange.swift has the statements.

#if PostgreSQL
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// Writes the definitions of the derived attributes.
struct DerivedDefinitions {
    private let mapping: StoreMapping
    private let place: ServerPlace
    private let derived: [DerivedColumn]
    /// The tables whose rows own aggregates.
    private let owners: Set<String>

    init(_ mapping: StoreMapping, namespace: String) {
        self.mapping = mapping
        place = ServerPlace(namespace)
        derived = DerivedColumn.all(in: mapping, place)
        owners = Set(derived.compactMap { $0.route.ownerDepth == 0 ? $0.route.home : nil })
    }

    /// All statements, in the order in which to run them; none for a store without derived attributes.
    func all() -> [ServerDefinition] {
        guard !derived.isEmpty else { return [] }
        return DerivedFunctions.definitions(place) + rowTriggers() + statementTriggers()
    }

    // MARK: Rows

    private func rowTriggers() -> [ServerDefinition] {
        Set(derived.map(\.route.home)).sorted().flatMap { table -> [ServerDefinition] in
            let merging = mergingColumns(of: table)
            let own = derived.filter { $0.route.home == table }
                .map { DerivedRow(derived: $0, merging: merging) }
            var lines = ["IF TG_OP = 'INSERT' THEN"]
            lines += own.flatMap(\.insertion).map { "  \($0)" }
            lines.append("ELSE")
            lines += own.flatMap(\.update).map { "  \($0)" }
            lines += ["END IF;", "RETURN NEW;"]
            return trigger(
                table, "row", "BEFORE INSERT OR UPDATE ON \(place.table(table)) FOR EACH ROW", [], lines)
        }
    }

    /// The columns of a table whose changes leave the version.
    private func mergingColumns(of table: String) -> [String] {
        var columns: Set<String> = []
        for entity in mapping.entities.compactMap({ $0 }) where mapping.tables[entity.table].name == table {
            for property in mapping.schema[entity.entity].properties where property.merge != nil {
                if case .attribute(let column) = entity.slots[property.slot] { columns.insert(column.name) }
            }
        }
        return columns.sorted()
    }

    // MARK: Statements

    private func statementTriggers() -> [ServerDefinition] {
        var lines: [String: [TriggerEvent: [String]]] = [:]
        for part in derived.flatMap({ DerivedWay($0, owners).parts }).sorted(by: { $0.order < $1.order }) {
            lines[part.table, default: [:]][part.event, default: []] += part.lines
        }
        return lines.keys.sorted().flatMap { table in
            TriggerEvent.allCases.flatMap { event -> [ServerDefinition] in
                guard let lines = lines[table]?[event] else { return [] }
                // An update of no rows runs triggers too: without this, one of a table's own rows would never end.
                let isEmpty = "NOT EXISTS (SELECT FROM \(event == .delete ? "old" : "new")_rows)"
                return trigger(
                    table, event.rawValue,
                    "AFTER \(event.rawValue.uppercased()) ON \(place.table(table)) \(event.references) FOR EACH STATEMENT",
                    ["perdure_keys bigint[];", "perdure_links bigint[];"],
                    ["IF \(isEmpty) THEN RETURN NULL; END IF;"] + lines + ["RETURN NULL;"])
            }
        }
    }

    /// A trigger and its function, which have one name.
    private func trigger(
        _ table: String, _ what: String, _ event: String, _ variables: [String], _ lines: [String]
    ) -> [ServerDefinition] {
        let name = ServerWord.fitting("perdure_\(table)_\(what)")
        let body =
            (variables.isEmpty ? [] : ["DECLARE"] + variables) + ["BEGIN"] + lines.map { "  \($0)" } + ["END"]
        return [
            ServerDefinition(
                kind: .function, name: name,
                sql: "CREATE FUNCTION \(place.table(name))() RETURNS trigger LANGUAGE plpgsql "
                    + "SET search_path = pg_catalog AS \(ServerName.literal(body.joined(separator: "\n")))"),
            ServerDefinition(
                kind: .trigger, name: name,
                sql:
                    "CREATE TRIGGER \(ServerName.quoted(name)) \(event) EXECUTE FUNCTION \(place.table(name))()",
                tables: [table]),
        ]
    }
}
#endif
