// SPDX-License-Identifier: Apache-2.0
// The columns to read for the rows of an entity, and their slots. Each entity has one selection with its subentities and one
// without, made when a store is opened. FetchTranslator.swift and RelationshipTranslator.swift use them.

import PerdureStore

/// The columns of an entity's rows in the order of a result, and their slots.
struct RowSelection: Sendable {
    let columns: RowColumns
    /// How to find the versions of the rows, as in `TableMapping`.
    let versions: RowVersions
    let system: SystemColumns

    func expressions(_ alias: Int) -> [SQLExpression] {
        var expressions = columns.names.map { SQLExpression.column(alias, $0) }
        expressions[system.versionIndex] = versions.column(system) { .column(alias, $0) }
        return expressions
    }
}

/// Makes row selections.
struct RowSelectionBuilder {
    let mapping: StoreMapping

    /// The columns of the entity's rows and, if asked for, of its subentities' rows.
    func selection(for entity: EntityMapping, includesSubentities: Bool) -> RowSelection {
        let members =
            includesSubentities
            ? entity.subtree.compactMap { mapping.schemaNumber(fileNumber: Int64($0)) }.compactMap {
                mapping[$0]
            }
            : [entity]
        var needed: Set<String> = []
        for member in members { for slot in member.slots { slot.forEachName { needed.insert($0) } } }
        let names =
            mapping.system.names
            + mapping.tables[entity.table].columns.map(\.name).filter(needed.contains)
        let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        var byEntity = [EntityRowColumns?](repeating: nil, count: Int(entity.subtree.last ?? 0) + 1)
        for member in members { byEntity[Int(member.fileNumber)] = entityColumns(of: member, places) }
        return RowSelection(
            columns: RowColumns(names: names, byEntity: byEntity),
            versions: mapping.tables[entity.table].versions,
            system: mapping.system)
    }

    private func entityColumns(of entity: EntityMapping, _ places: [String: Int]) -> EntityRowColumns {
        let moves = entity.slots.enumerated().compactMap { slot, columns in
            columns.source(places).map { ColumnMove(slot: slot, source: $0) }
        }
        return EntityRowColumns(
            entity: entity.entity, root: mapping.schema[entity.entity].root, slotCount: entity.slots.count,
            moves: moves)
    }
}
