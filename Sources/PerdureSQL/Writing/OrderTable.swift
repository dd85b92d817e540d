// SPDX-License-Identifier: Apache-2.0
// The statements for the order positions of a relationship's members. OrderWriter.swift runs them.

import PerdureStore

/// The table that holds the members' positions, and its three columns.
package struct OrderTable {
    package let table: String
    package let owner: String
    package let member: String
    package let order: String
    /// Whether the relationship is its own inverse, so that each direction of a pair has a row.
    private(set) var isReflexive = false

    /// The table of a to-many relationship's members; nil when the relationship is not ordered.
    package init?(_ columns: ToManyColumns, _ mapping: StoreMapping) {
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
            isReflexive = link.isReflexive
        }
    }

    /// The table of rows that are members through their own to-one slot; nil when the inverse is not ordered.
    package init?(_ entity: EntityMapping, _ slot: Int, _ mapping: StoreMapping) {
        guard let ends = entity.slots[slot].orderedKey, let order = ends.order else { return nil }
        self.order = order
        table = mapping.tables[entity.table].name
        owner = ends.key
        member = mapping.system.key
    }

    /// All members of an owner and their positions; placeholder 1 is the owner.
    func positions(_ dialect: SQLDialect) -> SQLText { select([.own(member), .own(order)], dialect) }

    /// The last position among an owner's members; placeholder 1 is the owner.
    func last(_ dialect: SQLDialect) -> SQLText { select([.call("MAX", [.own(order)])], dialect) }

    private func select(_ columns: [SQLExpression], _ dialect: SQLDialect) -> SQLText {
        var select = SQLSelect(columns, from: .only(table))
        select.filter = .binary(.own(owner), .equal, .parameter(1))
        return SQLPrinter.print(select, dialect: dialect)
    }

    /// Sets a member's position; placeholder 1 is the position, 2 the owner, 3 the member.
    func setting(_ dialect: SQLDialect) -> SQLText {
        update(
            to: .parameter(1),
            where: [
                .binary(.own(owner), .equal, .parameter(2)), .binary(.own(member), .equal, .parameter(3)),
            ],
            dialect)
    }

    /// Sets a member's position if it has none; placeholder 1 is the position, 2 the member.
    func filling(_ dialect: SQLDialect) -> SQLText {
        update(to: .parameter(1), where: isWithoutPosition, dialect)
    }

    /// Puts a member at the end of its owner's members if it has no position; placeholder 1 is the owner, 2 the member.
    func appending(_ dialect: SQLDialect) -> SQLText {
        let last = SQLExpression.fallback(.call("MAX", [.own(order)]), .literal(OrderKeys.step))
        var next = SQLSelect([.binary(last, .add, .literal(OrderKeys.step))], from: .only(table))
        next.filter = .binary(.own(owner), .equal, .parameter(1))
        return update(to: .scalar(next), where: isWithoutPosition, dialect)
    }

    private var isWithoutPosition: [SQLExpression] {
        [.binary(.own(member), .equal, .parameter(2)), .isNull(.own(order))]
    }

    private func update(to value: SQLExpression, where filter: [SQLExpression], _ dialect: SQLDialect)
        -> SQLText
    {
        let update = SQLUpdate(table, [SQLUpdate.Assignment(order, value)], where: .and(filter))
        return SQLPrinter.print(update, dialect: dialect)
    }
}
