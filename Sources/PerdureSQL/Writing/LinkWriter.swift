// SPDX-License-Identifier: Apache-2.0
// Writes the pairs of relationships that no slot holds: rows of join tables, and the keys of to-many
// relationships without inverse. Writing a pair twice has no effect.

import PerdureStore

/// Writes link changes.
struct LinkWriter {
    let plans: WritePlans
    let connection: any SQLConnection
    private var mapping: StoreMapping { plans.mapping }

    init(plans: WritePlans, connection: any SQLConnection) {
        self.plans = plans
        self.connection = connection
    }

    /// Removals first, so that a member can move from one owner to another in one save.
    func write(_ links: [LinkChange]) throws {
        for link in links where !link.isInsertion { try write(link) }
        for link in links where link.isInsertion { try write(link) }
    }

    private func write(_ change: LinkChange) throws {
        let entity = try mapping.entity(change.owner.entity)
        guard change.slot < entity.slots.count, case .toMany(let columns) = entity.slots[change.slot] else {
            throw notALink(change)
        }
        switch columns {
        case .joinTable(let link): try write(change, link)
        case .foreignKey(let key):
            guard key.slot == nil else { throw notALink(change) }
            try write(change, key)
        }
    }

    private func notALink(_ change: LinkChange) -> StoreError {
        let layout = mapping.schema[change.owner.entity]
        let name = layout.properties.indices.contains(change.slot) ? layout.properties[change.slot].name : "?"
        return .invalidValue(
            entity: layout.name, property: name, reason: "the relationship is kept in a row, not in links")
    }

    private func write(_ change: LinkChange, _ link: JoinLink) throws {
        let text = text(change) { isInsertion in
            isInsertion ? print(insertion(of: link)) : print(deletion(of: link))
        }
        try run(text, change.owner.number, change.member.number)
        guard link.isReflexive, !change.isInsertion || keepsBoth(link) else { return }
        try run(text, change.member.number, change.owner.number)
    }

    /// An ordered relationship that is its own inverse has a place at both ends: it needs both directions.
    private func keepsBoth(_ link: JoinLink) -> Bool { link.isReflexive && link.order != nil }

    private func insertion(of link: JoinLink) -> SQLUpsert {
        let table = mapping.joinTables[link.table].name
        var pair = SQLSelect([.parameter(1), .parameter(2)], from: .nothing)
        if link.isReflexive, !keepsBoth(link) {
            var reversed = SQLSelect([.literal(1)], from: .only(table))
            reversed.filter = isPair(link, .parameter(2), .parameter(1))
            pair.filter = .not(.exists(reversed))
        }
        return SQLUpsert(SQLInsert(into: table, [link.own, link.member], .select(pair)), .keep)
    }

    private func deletion(of link: JoinLink) -> SQLDelete {
        SQLDelete(
            from: mapping.joinTables[link.table].name, where: isPair(link, .parameter(1), .parameter(2)))
    }

    private func isPair(_ link: JoinLink, _ own: SQLExpression, _ member: SQLExpression) -> SQLExpression {
        .and([.binary(.own(link.own), .equal, own), .binary(.own(link.member), .equal, member)])
    }

    private func write(_ change: LinkChange, _ key: MemberKey) throws {
        let text = text(change) { print($0 ? adding(key) : removing(key)) }
        try run(text, change.owner.number, change.member.number)
    }

    private func adding(_ key: MemberKey) -> SQLUpdate {
        let place = key.order.map { SQLUpdate.Assignment.place($0, whileOwner: key.key, is: .parameter(1)) }
        return SQLUpdate(
            mapping.tables[key.table].name,
            [SQLUpdate.Assignment(key.key, .parameter(1))] + (place.map { [$0] } ?? []),
            where: .binary(.own(mapping.system.key), .equal, .parameter(2)))
    }

    private func removing(_ key: MemberKey) -> SQLUpdate {
        SQLUpdate(
            mapping.tables[key.table].name,
            [key.key, key.order].compactMap { $0 }.map(SQLUpdate.Assignment.clearing),
            where: .and([
                .binary(.own(mapping.system.key), .equal, .parameter(2)),
                .binary(.own(key.key), .equal, .parameter(1)),
            ]))
    }

    // MARK: Statements

    /// The text for a change: 1 is the owner's key, 2 the member's.
    private func text(_ change: LinkChange, _ make: (_ isInsertion: Bool) -> SQLText) -> String {
        plans.text(change.isInsertion ? .link : .unlink, change.owner.entity, change.slot) {
            make(change.isInsertion)
        }
    }

    private func print(_ upsert: SQLUpsert) -> SQLText { SQLPrinter.print(upsert, dialect: plans.dialect) }
    private func print(_ update: SQLUpdate) -> SQLText { SQLPrinter.print(update, dialect: plans.dialect) }
    private func print(_ delete: SQLDelete) -> SQLText { SQLPrinter.print(delete, dialect: plans.dialect) }

    private func run(_ text: String, _ first: Int64, _ second: Int64) throws {
        let statement = try connection.statement(text)
        try statement.bind(first, at: 1)
        try statement.bind(second, at: 2)
        try statement.run()
    }
}
