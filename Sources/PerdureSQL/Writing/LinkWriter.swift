// SPDX-License-Identifier: Apache-2.0
// Writes the pairs of relationships that no slot holds: rows of join tables, and keys of to-many relationships without
// inverse. Writing a pair twice has no effect.

import PerdureStore

/// Writes link changes.
struct LinkWriter {
    let statements: WriteStatements
    let connection: any SQLConnection
    private var mapping: StoreMapping { statements.mapping }

    init(statements: WriteStatements, connection: any SQLConnection) {
        self.statements = statements
        self.connection = connection
    }

    /// Writes pairs of one relationship.
    func write(_ links: ArraySlice<LinkChange>, _ end: RelationshipEnd, isInsertion: Bool) throws {
        let slots = try mapping.entity(end.entity).slots
        guard end.slot < slots.count, case .toMany(let columns) = slots[end.slot] else { throw notLinks(end) }
        switch columns {
        case .joinTable(let link): try write(links, end, link, isInsertion)
        case .foreignKey(let key):
            guard key.slot == nil else { throw notLinks(end) }
            let text = text(end, isInsertion) { isInsertion ? print(adding(key)) : print(removing(key)) }
            let statement = try connection.statement(text)
            for change in links { try run(statement, change.owner.number, change.member.number) }
        }
    }

    private func notLinks(_ end: RelationshipEnd) -> StoreError {
        let layout = mapping.schema[end.entity]
        let name = layout.properties.indices.contains(end.slot) ? layout.properties[end.slot].name : "?"
        return .invalidValue(
            entity: layout.name, property: name, reason: "the relationship is kept in a row, not in links")
    }

    private func write(
        _ links: ArraySlice<LinkChange>, _ end: RelationshipEnd, _ link: JoinLink, _ isInsertion: Bool
    ) throws {
        let text = text(end, isInsertion) {
            isInsertion ? print(insertion(of: link)) : print(deletion(of: link))
        }
        let statement = try connection.statement(text)
        let wantsBoth = link.isReflexive && (!isInsertion || keepsBoth(link))
        for change in links {
            try run(statement, change.owner.number, change.member.number)
            if wantsBoth { try run(statement, change.member.number, change.owner.number) }
        }
    }

    /// Whether a pair needs a row per direction: an ordered relationship that is its own inverse has a position at each end.
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

    /// The text of the statement; placeholder 1 is the owner's key, 2 the member's.
    private func text(_ end: RelationshipEnd, _ isInsertion: Bool, _ make: () -> SQLText) -> String {
        statements.text(isInsertion ? .link : .unlink, end.entity, end.slot, make)
    }

    private func print(_ upsert: SQLUpsert) -> SQLText {
        SQLPrinter.print(upsert, dialect: statements.dialect)
    }
    private func print(_ update: SQLUpdate) -> SQLText {
        SQLPrinter.print(update, dialect: statements.dialect)
    }
    private func print(_ delete: SQLDelete) -> SQLText {
        SQLPrinter.print(delete, dialect: statements.dialect)
    }

    private func run(_ statement: any PreparedStatement, _ first: Int64, _ second: Int64) throws {
        try statement.bind(first, at: 1)
        try statement.bind(second, at: 2)
        try statement.run()
    }
}
