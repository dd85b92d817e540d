// SPDX-License-Identifier: Apache-2.0
// The statements that read whole rows of a table by key, for all entities of the table. RowReader.swift binds the keys.

import PerdureStore

/// How to read whole rows of each table.
package struct TableRowQueries: Sendable {
    package struct Query: Sendable {
        /// `SELECT … FROM …`, without a condition.
        package let select: String
        /// The statement for one key, which is the most frequent one.
        package let oneKey: String
        /// The statement for any number of keys, bound as one list.
        package let anyKeys: String
        package let rows: RowDecoder
    }

    private let queries: LazyValues<Query>
    private let keyFilters: KeyFilters
    /// Whether several keys are always bound as one list.
    let bindsLists: Bool

    package subscript(table: Int) -> Query { queries[table] }

    package init(mapping: StoreMapping, dialect: SQLDialect) {
        let key = SQLExpression.own(mapping.system.key)
        let filter = { SQLPrinter.printFilter($0, dialect: dialect).text }
        let oneKey = filter(.binary(key, .equal, .value(.null)))
        let anyKeys = filter(.inBoundList(key, .integers, .null))
        keyFilters = KeyFilters(key, dialect)
        bindsLists = dialect.finish != nil
        let bindsLists = bindsLists
        queries = LazyValues(count: mapping.tables.count) { place in
            let table = mapping.tables[place]
            let select = Self.select(table, mapping.system)
            let text = SQLPrinter.print(select, dialect: dialect).text
            let places = Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { ($1.name, $0) })
            // The form of a condition may depend on the table.
            let whole = { SQLPrinter.print(select.filtered(by: $0), dialect: dialect).text }
            return Query(
                select: text,
                oneKey: bindsLists ? whole(.binary(key, .equal, .parameter(1))) : text + oneKey,
                anyKeys: bindsLists ? whole(.inListParameter(key, .integers, 1)) : text + anyKeys,
                rows: Self.rowDecoder(table, places: places, mapping: mapping))
        }
    }

    static func select(_ table: TableMapping, _ system: SystemColumns) -> SQLSelect {
        let columns = table.columns.map {
            $0.name == system.version
                ? table.versions.column(system, SQLExpression.own) : SQLExpression.own($0.name)
        }
        return SQLSelect(columns, from: .only(table.name))
    }

    /// Lists of these lengths have their own statements.
    ///
    /// A shorter list is padded to one of these lengths, so that few texts are enough; a longer list is one bound value.
    static let lengths = [8, 64, 512]

    /// The statement for a number of keys, which must be one of `lengths`.
    func text(_ query: Query, keys length: Int) -> String {
        query.select + keyFilters.text(length)
    }

    private static func rowDecoder(_ table: TableMapping, places: [String: Int], mapping: StoreMapping)
        -> RowDecoder
    {
        var layouts: [RowDecoder.Layout?] = []
        for number in table.entities {
            guard let entity = mapping[number] else { continue }
            let fileNumber = Int(entity.fileNumber)
            while layouts.count <= fileNumber { layouts.append(nil) }
            layouts[fileNumber] = layout(entity, places: places, mapping: mapping)
        }
        return RowDecoder(mapping: mapping, layouts: layouts, subject: mapping.schema[table.root].name)
    }

    private static func layout(_ entity: EntityMapping, places: [String: Int], mapping: StoreMapping)
        -> RowDecoder.Layout
    {
        let moves = entity.slots.enumerated().compactMap { slot, columns in
            columns.source(places).map { ColumnMove(slot: slot, source: $0) }
        }
        let layout = mapping.schema[entity.entity]
        return RowDecoder.Layout(
            EntityRowColumns(
                entity: entity.entity, root: layout.root, slotCount: layout.properties.count, moves: moves),
            mapping: mapping)
    }
}

extension SQLSelect {
    /// The select with a condition.
    fileprivate func filtered(by condition: SQLExpression) -> SQLSelect {
        var select = self
        select.filter = condition
        return select
    }
}
