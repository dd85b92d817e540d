// SPDX-License-Identifier: Apache-2.0
// R-tree indexes: a virtual table beside the entity's table, and three triggers that keep the virtual table up to date. The
// texts are those of Core Data's files.

import PerdureSQL
import PerdureStore

/// The definitions of one R-tree index.
struct SpatialIndex {
    let indexes: EntityIndexes
    let index: IndexDefinition

    /// The definitions; empty when an element has no column.
    func definitions() -> [SQLDefinition] {
        let columns = index.elements.compactMap(indexes.column(of:)).map(SQLIdentifier.quoted)
        guard !columns.isEmpty, columns.count == index.elements.count else { return [] }
        let name = "Z_RT_\(indexes.layout.name)_\(index.name)"
        let bounds = columns.flatMap { [Self.bound($0, "_MIN"), Self.bound($0, "_MAX")] }
        let sql =
            "CREATE VIRTUAL TABLE \(SQLIdentifier.quoted(name)) USING RTREE (Z_PK INTEGER PRIMARY KEY, "
            + bounds.map { "\($0) FLOAT" }.joined(separator: ", ") + ")"
        return [SQLDefinition(.table, name, sql)] + triggers(name, columns, bounds)
    }

    private static func bound(_ column: String, _ suffix: String) -> String {
        column.hasSuffix("\"") ? "\(column.dropLast())\(suffix)\"" : column + suffix
    }

    private func triggers(_ name: String, _ columns: [String], _ bounds: [String]) -> [SQLDefinition] {
        let tree = SQLIdentifier.quoted(name)
        let list = (["Z_PK"] + bounds).joined(separator: ", ")
        // The odd spacing before the first comma is Core Data's.
        let pairs = columns.enumerated().map { $0 == 0 ? "NEW.\($1) ,NEW.\($1)" : "NEW.\($1), NEW.\($1)" }
        let values = "(\(list)) VALUES (NEW.Z_PK, \(pairs.joined(separator: ", "))) ;"
        return [
            trigger("\(name)_INSERT", "INSERT", "INSERT OR REPLACE INTO \(tree) \(values)"),
            trigger(
                "\(name)_UPDATE", "UPDATE",
                "DELETE FROM \(tree) WHERE Z_PK = NEW.Z_PK ; INSERT INTO \(tree) \(values)"),
            trigger("\(name)_DELETE", "DELETE", "DELETE FROM \(tree) WHERE Z_PK = OLD.Z_PK ;"),
        ]
    }

    private func trigger(_ name: String, _ event: String, _ body: String) -> SQLDefinition {
        SQLDefinition(
            .trigger, name,
            "CREATE TRIGGER \(SQLIdentifier.quoted(name)) AFTER \(event) ON "
                + "\(SQLIdentifier.quoted(indexes.table)) FOR EACH ROW BEGIN \(body) END")
    }
}

extension SpatialIndex: EntityDefinitions {
    static func definitions(of entity: EntityMapping, _ mapping: StoreMapping) -> [SQLDefinition] {
        all(of: entity, mapping).flatMap { $0.definitions() }
    }

    /// The indexes with the statements that fill them from existing rows.
    static func fillings(of entity: EntityMapping, _ mapping: StoreMapping) -> [SpatialFilling] {
        all(of: entity, mapping).compactMap { index in
            let definitions = index.definitions()
            return definitions.first.map {
                SpatialFilling(name: $0.name, definitions: definitions, filling: index.filling($0.name))
            }
        }
    }

    private static func all(of entity: EntityMapping, _ mapping: StoreMapping) -> [SpatialIndex] {
        let indexes = EntityIndexes(mapping, entity)
        return indexes.layout.indexes.filter { index in
            !index.elements.isEmpty && index.elements.allSatisfy(\.isRTree)
        }
        .map { SpatialIndex(indexes: indexes, index: $0) }
    }

    /// Fills the virtual table, as the trigger would for each row.
    private func filling(_ name: String) -> String {
        let columns = index.elements.compactMap(indexes.column(of:)).map(SQLIdentifier.quoted)
        let bounds = columns.flatMap { [$0, $0] }.joined(separator: ", ")
        return "INSERT INTO \(SQLIdentifier.quoted(name)) SELECT Z_PK, \(bounds) FROM "
            + SQLIdentifier.quoted(indexes.table)
    }
}
