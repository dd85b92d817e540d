// SPDX-License-Identifier: Apache-2.0
// The texts that delete a row and everything that belongs to it: its pairs in join tables, the keys of relationships without
// inverse, values in files. RowDeletions.swift runs them.

import PerdureStore

/// The statements that remove a row of one entity.
struct DeletionStatements {
    /// The statement by key.
    ///
    /// `checkedText` also compares the version.
    let text: String
    let checkedText: String
    /// The values in files that are deleted with the row.
    let externalColumns: ExternalColumns
    /// The statement that deletes the row's count of merging writes, if the table has such counts.
    ///
    /// It runs last, with the row's key.
    let forgetting: String?
    /// The statements that remove pairs and keys.
    ///
    /// They run first, each with the row's key as its only value.
    let links: [String]

    init(_ entity: EntityMapping, _ mapping: StoreMapping, _ dialect: SQLDialect) {
        let mapped = mapping.tables[entity.table]
        let isRow = SQLExpression.binary(.own(mapping.system.key), .equal, .parameter(1))
        let isVersion = SQLExpression.binary(mapped.versions.number(mapping.system), .equal, .parameter(2))
        text = SQLPrinter.print(SQLDelete(from: mapped.name, where: isRow), dialect: dialect).text
        checkedText =
            SQLPrinter.print(SQLDelete(from: mapped.name, where: .and([isRow, isVersion])), dialect: dialect)
            .text
        forgetting = mapped.versions.removal.map { SQLPrinter.print($0, dialect: dialect).text }
        externalColumns = ExternalColumns(
            entity.slots.enumerated().flatMap { WriteColumn.columns(of: $0, $1) }, of: entity, mapping,
            dialect)
        links = entity.slots.compactMap { Self.unlinking($0, mapping, dialect)?.text }
    }

    private static func unlinking(_ columns: SlotColumns, _ mapping: StoreMapping, _ dialect: SQLDialect)
        -> SQLText?
    {
        switch columns {
        case .toMany(.joinTable(let link)):
            let ends = link.isReflexive ? [link.own, link.member] : [link.own]
            let delete = SQLDelete(
                from: mapping.joinTables[link.table].name,
                where: .or(ends.map { .binary(.own($0), .equal, .parameter(1)) }))
            return SQLPrinter.print(delete, dialect: dialect)
        // The members' own updates change a key that belongs to one of their slots.
        case .toMany(.foreignKey(let key)) where key.slot == nil:
            let update = SQLUpdate(
                mapping.tables[key.table].name,
                [key.key, key.entity, key.order].compactMap { $0 }.map(SQLUpdate.Assignment.clearing),
                where: .binary(.own(key.key), .equal, .parameter(1)))
            return SQLPrinter.print(update, dialect: dialect)
        default: return nil
        }
    }
}
