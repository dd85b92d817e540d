// SPDX-License-Identifier: Apache-2.0
// Migrates a history when the properties of entities change. Bits and columns of changes follow the order of names, so a new
// property moves the later ones. Runs within the transaction of InPlaceMigration.swift.

import Foundation
import PerdureSQL
import PerdureStore

/// Reorders the changes of a history for another version of the model.
struct HistoryMigration {
    let connection: SQLiteConnection
    let old: StoreMapping
    let new: StoreMapping
    /// Our own tables beside a history.
    let sides: [any HistorySideTable.Type]

    /// Rewrites the changes of entities whose properties differ.
    ///
    /// - Throws: Any error of the database.
    func run() throws {
        guard let present = try HistoryTables.read(connection, sides) else { return }
        let need = HistoryTables.Need(new, sides)
        for text in HistoryTables.missing(need, in: present) { try connection.execute(text) }
        let tombstones = max(present.tombstones, need.tombstones)
        for entity in new.entities.compactMap({ $0 }) {
            guard let order = HistoryOrder(entity, from: old, to: new), order.isOther else { continue }
            try rewrite(order, tombstones)
        }
    }

    private func rewrite(_ order: HistoryOrder, _ tombstones: Int) throws {
        let columns = (0..<tombstones).map(HistoryFormat.tombstone)
        let changes = try connection.all(
            "SELECT Z_PK, ZCOLUMNS\(columns.map { ", " + $0 }.joined()) FROM ACHANGE"
                + " WHERE ZENTITY = ? AND ZCHANGETYPE <> \(HistoryChange.Kind.insert.rawValue)",
            [.integer(order.fileNumber)]
        ) { row in
            (
                number: row.integer(0), bits: row.isNull(1) ? nil : row.blob(1),
                values: columns.indices.map { row.value(2 + $0) }
            )
        }
        let assignments = (["ZCOLUMNS"] + columns).map { "\($0) = ?" }.joined(separator: ", ")
        for change in changes {
            let bits = change.bits.map { SQLBinding.blob(order.columns($0)) } ?? .null
            try connection.run(
                "UPDATE ACHANGE SET \(assignments) WHERE Z_PK = ?",
                [bits] + order.tombstone(change.values) + [.integer(change.number)])
        }
    }
}

/// The order of one entity's properties in a history, before and after.
private struct HistoryOrder {
    let fileNumber: Int64
    private let old: (entity: EntityLayout, history: HistoryLayout)
    private let new: (entity: EntityLayout, history: HistoryLayout)

    /// Compares an entity's layouts; nil for an entity that the old model does not have.
    init?(_ entity: EntityMapping, from oldMapping: StoreMapping, to newMapping: StoreMapping) {
        let layout = newMapping.schema[entity.entity]
        guard let former = oldMapping.schema.entity(named: layout.name),
            let formerMapping = oldMapping[former.number]
        else { return nil }
        fileNumber = Int64(entity.fileNumber)
        old = (former, HistoryLayout(former, formerMapping))
        new = (layout, HistoryLayout(layout, entity))
    }

    var isOther: Bool {
        old.history.names(old.entity) != new.history.names(new.entity)
            || old.history.preservedNames(old.entity) != new.history.preservedNames(new.entity)
    }

    func columns(_ bits: Data) -> Data {
        let names = old.history.slots(bits).map { old.entity.properties[$0].name }
        return new.history.columns(names.compactMap { new.entity.slots[$0] })
    }

    /// The values in the order of the new columns; their number stays the same.
    func tombstone(_ values: [SQLBinding]) -> [SQLBinding] {
        let known = Dictionary(
            zip(old.history.preservedNames(old.entity), values), uniquingKeysWith: { first, _ in first })
        let kept = new.history.preservedNames(new.entity).map { known[$0] ?? .null }
        return (0..<values.count).map { $0 < kept.count ? kept[$0] : .null }
    }
}

extension HistoryLayout {
    /// The names of the bits.
    fileprivate func names(_ entity: EntityLayout) -> [String] { slots.map { entity.properties[$0].name } }

    fileprivate func preservedNames(_ entity: EntityLayout) -> [String] {
        preserved.map { entity.properties[$0.slot].name }
    }
}
