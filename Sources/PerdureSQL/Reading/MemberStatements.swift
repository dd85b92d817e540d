// SPDX-License-Identifier: Apache-2.0
// The statements that read the members of relationships: for one owner (MemberReader.swift), and for many owners during a
// write (BatchMembers.swift). RelationshipTranslator.swift reads whole rows of many owners' members.

import PerdureBase
import PerdurePredicates
import PerdureStore

/// The statements of one store's relationships, printed on first use.
package final class MemberStatements: Sendable {
    let mapping: StoreMapping
    private let dialect: SQLDialect
    private let printed = Lock([Purpose: [String]]())

    /// The key of a statement in the cache.
    private struct Purpose: Hashable {
        let isForMany: Bool
        let entity: Int32
        let slot: Int
    }

    package init(mapping: StoreMapping, dialect: SQLDialect) {
        self.mapping = mapping
        self.dialect = dialect
    }

    private var system: SystemColumns { mapping.system }

    private func texts(_ purpose: Purpose, _ make: () throws -> [SQLSelect]) rethrows -> [String] {
        try printed.withLock { printed in
            if let texts = printed[purpose] { return texts }
            let texts = try make().map { SQLPrinter.print($0, dialect: dialect).text }
            printed[purpose] = texts
            return texts
        }
    }

    // MARK: One owner

    /// The statements that read the members of one owner, in order; placeholder 1 is the owner's key.
    ///
    /// A relationship that is its own inverse has two statements, one per direction, unless its members have an order.
    func ofOne(_ slot: Int, _ columns: ToManyColumns, _ entity: Int32) throws -> [String] {
        try texts(Purpose(isForMany: false, entity: entity, slot: slot)) {
            switch columns {
            case .foreignKey(let key): [members(key)]
            case .joinTable(let link): try members(link)
            }
        }
    }

    private func members(_ key: MemberKey) -> SQLSelect {
        var select = SQLSelect(system.identity(), from: .only(mapping.tables[key.table].name))
        select.filter = .binary(.own(key.key), .equal, .parameter(1))
        select.order = [key.order, system.key].compactMap { $0 }.map { SQLOrder(.own($0)) }
        return select
    }

    private func members(_ link: JoinLink) throws -> [SQLSelect] {
        if link.isReflexive, let order = link.order { return [try members(link, by: order)] }
        var forward = try pairs(link, from: link.own, to: link.member, [])
        forward.filter = .binary(.column(0, link.own), .equal, .parameter(1))
        forward.order =
            (link.order.map { [SQLOrder(.column(0, $0))] } ?? []) + [SQLOrder(.column(1, system.key))]
        guard link.isReflexive else { return [forward] }
        var backward = try pairs(link, from: link.member, to: link.own, [])
        backward.filter = .binary(.column(0, link.member), .equal, .parameter(1))
        backward.order = [SQLOrder(.column(1, system.key))]
        return [forward, backward]
    }

    /// The members by their positions, which lie in one column or the other where one row stands for both directions.
    private func members(_ link: JoinLink, by order: String) throws -> SQLSelect {
        var select = SQLSelect(
            system.identity { .column(1, $0) }, from: mapping.pairs(of: link, alias: 0))
        select.joins = [try join(link.destination, to: link.member)]
        select.filter = .binary(.column(0, link.own), .equal, .parameter(1))
        select.order = [SQLOrder(.column(0, order)), SQLOrder(.column(1, system.key))]
        return select
    }

    // MARK: Many owners

    /// The statement that reads pairs of an owner's key and a member's identity; placeholder 1 is the list of owners.
    ///
    /// Nil when the slot is not a relationship of this store.
    func ofMany(_ slot: Int, _ entity: EntityMapping) throws -> String? {
        try texts(Purpose(isForMany: true, entity: entity.entity, slot: slot)) {
            try pairs(entity, slot).map { [$0] } ?? []
        }.first
    }

    private func pairs(_ entity: EntityMapping, _ slot: Int) throws -> SQLSelect? {
        switch entity.slots[slot] {
        case .toOne(let ends): return try destinations(of: entity, ends)
        case .toMany(.foreignKey(let key)):
            var select = SQLSelect(
                [.own(key.key)] + system.identity(), from: .only(mapping.tables[key.table].name))
            select.filter = .inListParameter(.own(key.key), .integers, 1)
            return select
        case .toMany(.joinTable(let link)): return try pairs(link)
        default: return nil
        }
    }

    private func destinations(of entity: EntityMapping, _ ends: ToOneColumns) throws -> SQLSelect {
        let owner = SQLExpression.column(0, system.key)
        var select = SQLSelect(
            [owner] + system.identity { .column(1, $0) },
            from: .table(mapping.tables[entity.table].name, alias: 0))
        select.joins = [try join(ends.destination, to: ends.key)]
        select.filter = .inListParameter(owner, .integers, 1)
        return select
    }

    private func pairs(_ link: JoinLink) throws -> SQLSelect {
        var forward = try pairs(link, from: link.own, to: link.member, [.column(0, link.own)])
        forward.filter = .inListParameter(.column(0, link.own), .integers, 1)
        guard link.isReflexive else { return forward }
        var backward = try pairs(link, from: link.member, to: link.own, [.column(0, link.member)])
        backward.filter = .inListParameter(.column(0, link.member), .integers, 1)
        forward.united = [backward]
        return forward
    }

    // MARK: Pairs

    /// The select of a join table (alias 0) with the members' table (alias 1).
    ///
    /// A pair whose member is gone gives no row.
    private func pairs(_ link: JoinLink, from own: String, to member: String, _ columns: [SQLExpression])
        throws -> SQLSelect
    {
        var select = SQLSelect(
            columns + system.identity { .column(1, $0) },
            from: .table(mapping.joinTables[link.table].name, alias: 0))
        select.joins = [try join(link.destination, to: member)]
        return select
    }

    /// The join of an entity's table (alias 1) by a key in the table with alias 0.
    private func join(_ destination: Int32, to key: String) throws -> SQLJoin {
        SQLJoin(
            isOuter: false, .table(try mapping.table(of: destination).name, alias: 1),
            on: .binary(.column(1, system.key), .equal, .column(0, key)))
    }
}
