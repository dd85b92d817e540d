// SPDX-License-Identifier: Apache-2.0
// Reads the rows of the members of to-many relationships for many owners at once (prefetching). The statements of
// Reading/MemberStatements.swift read keys alone.

import PerdureStore

/// Translates reads of to-many relationships.
///
/// It has no state: FetchTranslator makes one for each read.
package struct RelationshipTranslator: Sendable {
    let mapping: StoreMapping
    let dialect: SQLDialect

    package init(mapping: StoreMapping, dialect: SQLDialect) {
        self.mapping = mapping
        self.dialect = dialect
    }

    /// The statement for many owners' members.
    ///
    /// Its columns are those of the members' rows, then the owner's key. Without an ordered relationship the rows have no
    /// particular order.
    ///
    /// - Parameters:
    ///   - owners: The owners, of any number.
    ///   - selection: Finds the columns of an entity's rows.
    /// - Returns: A statement whose text depends on the relationship only, and the columns of its rows.
    /// - Throws: `StoreError.unsupported` when the slot is not a to-many relationship of the store.
    func members(of owners: MemberOwners, _ selection: (Int32) throws -> RowSelection) throws -> (
        SQLText, RowColumns
    ) {
        let query = try query(owners.slot, entity: owners.entity)
        let rows = try selection(query.destination)
        var select = query.select(rows.expressions(query.table) + [query.owner])
        select.filter = .inBoundList(query.owner, .integers, .list(.integers(owners.numbers)))
        let order = query.memberOrder
        if !order.isEmpty { select.order = [SQLOrder(query.owner)] + order }
        return (SQLPrinter.print(select, dialect: dialect), rows.columns)
    }

    /// The statement for the keys of many owners' members, ordered by owners, then by the order of members.
    func memberKeys(of owners: MemberOwners) throws -> (SQLText, Int32) {
        let query = try query(owners.slot, entity: owners.entity)
        let identity = mapping.system.identity { .column(query.table, $0) }
        var select = query.select([query.owner] + identity)
        select.filter = .inBoundList(query.owner, .integers, .list(.integers(owners.numbers)))
        select.order =
            [SQLOrder(query.owner)] + (query.memberOrder.isEmpty ? [SQLOrder(query.key)] : query.memberOrder)
        return (SQLPrinter.print(select, dialect: dialect), query.destination)
    }

    /// A select over members that still lacks its columns and conditions.
    private struct MembersQuery {
        let source: SQLSource
        let join: SQLJoin?
        let table: Int
        /// The member's key.
        let key: SQLExpression
        let owner: SQLExpression
        let order: SQLExpression?
        let destination: Int32

        /// The order of the members.
        ///
        /// Positions may be equal in files, so the keys make the order stable.
        var memberOrder: [SQLOrder] { order.map { [SQLOrder($0), SQLOrder(key)] } ?? [] }

        func select(_ columns: [SQLExpression]) -> SQLSelect {
            var select = SQLSelect(columns, from: source)
            select.joins = join.map { [$0] } ?? []
            return select
        }
    }

    private func query(_ slot: Int, entity: Int32) throws -> MembersQuery {
        let slots = try mapping.entity(entity).slots
        guard slots.indices.contains(slot), case .toMany(let columns) = slots[slot] else {
            throw StoreError.unsupported(
                "slot \(slot) of the entity \"\(mapping.schema[entity].name)\" is no to-many relationship of the store"
            )
        }
        switch columns {
        case .foreignKey(let key):
            return MembersQuery(
                source: .table(mapping.tables[key.table].name, alias: 0), join: nil, table: 0,
                key: .column(0, mapping.system.key), owner: .column(0, key.key),
                order: key.order.map { .column(0, $0) },
                destination: key.destination)
        case .joinTable(let link):
            return try query(link)
        }
    }

    /// The query through a join table.
    ///
    /// A pair whose member is gone gives no row.
    private func query(_ link: JoinLink) throws -> MembersQuery {
        let members = try mapping.table(of: link.destination).name
        let key = SQLExpression.column(1, mapping.system.key)
        let condition = SQLExpression.binary(key, .equal, .column(0, link.member))
        return MembersQuery(
            source: mapping.pairs(of: link, alias: 0),
            join: SQLJoin(isOuter: false, .table(members, alias: 1), on: condition), table: 1,
            key: key, owner: .column(0, link.own), order: link.order.map { .column(0, $0) },
            destination: link.destination)
    }
}
