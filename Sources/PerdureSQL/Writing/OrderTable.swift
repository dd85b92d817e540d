// SPDX-License-Identifier: Apache-2.0
// The statements about the places of an ordered relationship's members. OrderWriter.swift runs them.

import PerdureStore

/// A table with the members of an owner, and its three columns.
struct OrderTable {
    private let table: String
    private let owner: String
    private let member: String
    private let order: String

    /// The table of a to-many relationship's members; nil where they have no order.
    init?(_ columns: ToManyColumns, _ mapping: StoreMapping) {
        switch columns {
        case .foreignKey(let key):
            guard let order = key.order else { return nil }
            self.order = order
            table = mapping.tables[key.table].name
            owner = key.key
            member = mapping.system.key
        case .joinTable(let link):
            guard let order = link.order else { return nil }
            self.order = order
            table = mapping.joinTables[link.table].name
            owner = link.own
            member = link.member
        }
    }

    /// The table of rows that are members by a slot of their own; nil where they have no order.
    init?(_ entity: EntityMapping, _ slot: Int, _ mapping: StoreMapping) {
        guard let ends = entity.slots[slot].orderedKey, let order = ends.order else { return nil }
        self.order = order
        table = mapping.tables[entity.table].name
        owner = ends.key
        member = mapping.system.key
    }

    /// All members of the owner 1, and their places.
    func places(_ dialect: SQLDialect) -> SQLText { select([.own(member), .own(order)], dialect) }

    /// The last place of the owner 1.
    func last(_ dialect: SQLDialect) -> SQLText { select([.call("MAX", [.own(order)])], dialect) }

    private func select(_ columns: [SQLExpression], _ dialect: SQLDialect) -> SQLText {
        var select = SQLSelect(columns, from: .only(table))
        select.filter = .binary(.own(owner), .equal, .parameter(1))
        return SQLPrinter.print(select, dialect: dialect)
    }

    /// Gives the place 1 to the member 3 of the owner 2.
    func setting(_ dialect: SQLDialect) -> SQLText {
        update(
            to: .parameter(1),
            where: [
                .binary(.own(owner), .equal, .parameter(2)), .binary(.own(member), .equal, .parameter(3)),
            ],
            dialect)
    }

    /// Gives the place 1 to the member 2, unless it has one.
    func filling(_ dialect: SQLDialect) -> SQLText {
        update(to: .parameter(1), where: isWithoutPlace, dialect)
    }

    /// Gives the member 2 a place behind all others of the owner 1, unless it has one.
    func appending(_ dialect: SQLDialect) -> SQLText {
        let last = SQLExpression.fallback(.call("MAX", [.own(order)]), .literal(OrderKeys.step))
        var next = SQLSelect([.binary(last, .add, .literal(OrderKeys.step))], from: .only(table))
        next.filter = .binary(.own(owner), .equal, .parameter(1))
        return update(to: .scalar(next), where: isWithoutPlace, dialect)
    }

    private var isWithoutPlace: [SQLExpression] {
        [.binary(.own(member), .equal, .parameter(2)), .isNull(.own(order))]
    }

    private func update(to value: SQLExpression, where filter: [SQLExpression], _ dialect: SQLDialect)
        -> SQLText
    {
        let update = SQLUpdate(table, [SQLUpdate.Assignment(order, value)], where: .and(filter))
        return SQLPrinter.print(update, dialect: dialect)
    }
}
