// SPDX-License-Identifier: Apache-2.0
// The members of to-many relationships: of one owner (a to-many fault), of many at once (prefetching).

import PerdureStore

/// Translates reads of to-many relationships.
///
/// Made once per store.
package struct RelationshipTranslator: Sendable {
    let mapping: StoreMapping
    let dialect: SQLDialect

    package init(mapping: StoreMapping, dialect: SQLDialect) {
        self.mapping = mapping
        self.dialect = dialect
    }

    /// The keys of one owner's members: columns `Z_PK`, `Z_ENT`, in their order when the relationship is ordered.
    ///
    /// - Parameters:
    ///   - slot: The slot of a to-many relationship.
    ///   - owner: The owner.
    /// - Returns: A statement whose text depends on the relationship only.
    /// - Throws: `StoreError.unsupported` when the slot is not a to-many relationship of the store.
    package func members(of slot: Int, for owner: ObjectKey) throws -> SQLText {
        let query = try query(slot, entity: owner.entity)
        var select = query.select([.column(query.table, "Z_PK"), .column(query.table, "Z_ENT")])
        select.filter = .binary(query.owner, .equal, .value(.integer(owner.number)))
        select.order = query.memberOrder
        return SQLPrinter.print(select, dialect: dialect)
    }

    /// The keys of many owners' members: columns owner, `Z_PK`, `Z_ENT`; the members of an owner stand together.
    ///
    /// - Parameters:
    ///   - slot: The slot of a to-many relationship.
    ///   - entity: The entity of the owners, or an ancestor that has the relationship.
    ///   - owners: The owners' primary keys, of any number.
    /// - Returns: A statement whose text depends on the relationship only.
    /// - Throws: `StoreError.unsupported` when the slot is not a to-many relationship of the store.
    package func members(of slot: Int, entity: Int32, owners: [Int64]) throws -> SQLText {
        let query = try query(slot, entity: entity)
        var select = query.select([
            query.owner, .column(query.table, "Z_PK"), .column(query.table, "Z_ENT"),
        ])
        select.filter = .inBoundList(query.owner, .integers, .text(BoundLists.json(owners)))
        select.order = [SQLOrder(query.owner)] + query.memberOrder
        return SQLPrinter.print(select, dialect: dialect)
    }

    /// A select over members, before its columns and conditions are known.
    private struct MembersQuery {
        let source: SQLSource
        let join: SQLJoin?
        let table: Int
        let owner: SQLExpression
        let order: SQLExpression?

        /// Positions may be equal in files; the keys make the order the same each time.
        var memberOrder: [SQLOrder] { order.map { [SQLOrder($0), SQLOrder(.column(table, "Z_PK"))] } ?? [] }

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
                owner: .column(0, key.key), order: key.order.map { .column(0, $0) })
        case .joinTable(let link):
            return try query(link)
        }
    }

    /// Pairs whose member is gone give nothing.
    private func query(_ link: JoinLink) throws -> MembersQuery {
        let name = mapping.joinTables[link.table].name
        let source: SQLSource =
            link.isReflexive
            ? .bothWays(name, own: link.own, member: link.member, alias: 0) : .table(name, alias: 0)
        let members = try mapping.table(of: link.destination).name
        let condition = SQLExpression.binary(.column(1, "Z_PK"), .equal, .column(0, link.member))
        return MembersQuery(
            source: source, join: SQLJoin(isOuter: false, .table(members, alias: 1), on: condition), table: 1,
            owner: .column(0, link.own), order: link.order.map { .column(0, $0) })
    }
}
