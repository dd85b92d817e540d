// SPDX-License-Identifier: Apache-2.0
// Flattens the translator's description of a result into the list for the reading loop.

import PerdureStore

extension RowDecoder {
    package convenience init(_ columns: RowColumns, mapping: StoreMapping) {
        let layouts = columns.byEntity.map { entity in entity.map { Layout($0, mapping: mapping) } }
        let subject = layouts.lazy.compactMap { $0 }.first.map { mapping.schema[$0.entity].name } ?? "?"
        self.init(mapping: mapping, layouts: layouts, subject: subject, lowestKey: 1)
    }

    /// The columns of a dictionary result: the place of a value in the tuple serves as its slot.
    package static func tupleColumns(_ sources: [ColumnSource], mapping: StoreMapping) -> [Column] {
        sources.enumerated().flatMap { Layout.columns($1, slot: $0, mapping: mapping) }
    }
}

extension RowDecoder.Layout {
    convenience init(_ rowColumns: EntityRowColumns, mapping: StoreMapping) {
        var counts: [Int: Int] = [:]
        for move in rowColumns.moves {
            if case .parts(let leaves) = move.source { counts[move.slot] = leaves.count }
        }
        self.init(
            entity: rowColumns.entity, root: rowColumns.root, slotCount: rowColumns.slotCount,
            columns: rowColumns.moves.flatMap { Self.columns($0.source, slot: $0.slot, mapping: mapping) },
            leafCounts: counts)
    }

    static func columns(_ source: ColumnSource, slot: Int, mapping: StoreMapping) -> [RowDecoder.Column] {
        switch source {
        case .value(let column, let attribute):
            [RowDecoder.Column(column: column, slot: slot, reading: attribute.form.reading)]
        case .computed(let column, let type):
            [RowDecoder.Column(column: column, slot: slot, reading: ColumnForm(type).reading)]
        case .reference(let column, let entityColumn, let destination):
            [reference(column, entityColumn, destination, slot, mapping)]
        case .parts(let leaves):
            leaves.enumerated().flatMap { leaf, source in
                columns(source, slot: slot, mapping: mapping).map {
                    var column = $0
                    column.leaf = Int32(leaf)
                    return column
                }
            }
        }
    }

    private static func reference(
        _ column: Int, _ entityColumn: Int?, _ destination: Int32, _ slot: Int, _ mapping: StoreMapping
    ) -> RowDecoder.Column {
        var result = RowDecoder.Column(column: column, slot: slot, reading: .reference)
        result.entityColumn = Int32(entityColumn ?? -1)
        result.destination = destination
        result.destinationRoot = mapping.schema[destination].root
        return result
    }
}
