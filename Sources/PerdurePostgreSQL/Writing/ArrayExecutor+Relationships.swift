// SPDX-License-Identifier: Apache-2.0
// Links, keys without a slot, and positions of ordered members, as arrays (PG-80).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ArrayExecutor {
    /// Writes pairs of one relationship.
    mutating func write(_ links: ArraySlice<LinkChange>, _ end: RelationshipEnd, isInsertion: Bool) throws {
        let slots = try mapping.entity(end.entity).slots
        guard end.slot < slots.count, case .toMany(let columns) = slots[end.slot] else { throw notLinks(end) }
        switch columns {
        case .joinTable(let link): write(links, link, isInsertion)
        case .foreignKey(let key):
            guard key.slot == nil else { throw notLinks(end) }
            write(links, key, isInsertion)
        }
    }

    private func notLinks(_ end: RelationshipEnd) -> StoreError {
        let layout = mapping.schema[end.entity]
        let name = layout.properties.indices.contains(end.slot) ? layout.properties[end.slot].name : "?"
        return .invalidValue(
            entity: layout.name, property: name, reason: "the relationship is kept in a row, not in links")
    }

    private mutating func write(_ links: ArraySlice<LinkChange>, _ link: JoinLink, _ isInsertion: Bool) {
        var pairs = links.map { Pair(owner: $0.owner.number, member: $0.member.number) }
        // With positions a pair has a row for each direction.
        let keepsBoth = link.isReflexive && link.order != nil
        if link.isReflexive, !isInsertion || keepsBoth {
            pairs += pairs.map { Pair(owner: $0.member, member: $0.owner) }
        }
        let isSingle = link.isReflexive && !keepsBoth
        // Two directions of one pair within a statement would not see each other.
        if isInsertion, isSingle { pairs = pairs.map(\.ascending) }
        let text = isInsertion ? texts.insertion(of: link, isSingle: isSingle) : texts.deletion(of: link)
        plan(Set(pairs).sorted(), text, .anything)
    }

    private mutating func write(_ links: ArraySlice<LinkChange>, _ key: MemberKey, _ isInsertion: Bool) {
        var newest: [Int64: Int64] = [:]
        for link in links { newest[link.member.number] = link.owner.number }
        let pairs =
            isInsertion
            ? newest.map { Pair(owner: $0.value, member: $0.key) }
            : links.map { Pair(owner: $0.owner.number, member: $0.member.number) }
        plan(pairs.sorted(), isInsertion ? texts.adding(key) : texts.removing(key), .marked(table: key.table))
    }

    private mutating func plan(
        _ pairs: [Pair], _ text: String, _ expectation: PlannedStatement.Expectation
    ) {
        for part in pairs[...].parts(of: Self.mostRows) {
            plan(
                PlannedStatement(
                    request: ServerRequest(
                        text, [.int8s(part.lazy.map(\.owner)), .int8s(part.lazy.map(\.member))]),
                    expectation: expectation))
        }
    }

    /// Puts members behind those of their owners.
    mutating func append(_ members: ArraySlice<NewMember>, _ end: RelationshipEnd) throws {
        guard let table = OrderTable(try mapping.entity(end.entity), end.slot, mapping) else { return }
        // In the order of the change set, which decides the order of newcomers.
        let text = texts.appending(table)
        for part in members.parts(of: Self.mostRows) {
            plan(
                PlannedStatement(
                    request: ServerRequest(
                        text, [.int8s(part.map(\.owner.number)), .int8s(part.map(\.member.number))])))
        }
    }

    /// Reads the present positions of all owners whose order changes.
    mutating func planOrders() throws {
        let sorted = orders.sorted { ($0.owner.entity, $0.slot) < ($1.owner.entity, $1.slot) }
        orders = []
        for changes in sorted.split(by: { ($0.owner.entity, $0.slot) == ($1.owner.entity, $1.slot) }) {
            guard let first = changes.first else { continue }
            let slots = try mapping.entity(first.owner.entity).slots
            guard first.slot < slots.count, case .toMany(let columns) = slots[first.slot],
                let table = OrderTable(columns, mapping)
            else { continue }
            let owners = ServerValue.int8s(changes.map(\.owner.number))
            plan(
                PlannedStatement(
                    request: ServerRequest(texts.positions(table), [owners]),
                    expectation: .positions(RelationshipPositions(table: table, changes: changes))))
        }
    }
}

extension Array {
    /// Runs of neighbours that belong together.
    fileprivate func split(by belong: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { runs, element in
            if let last = runs.last?.last, belong(last, element) {
                runs[runs.count - 1].append(element)
            } else {
                runs.append([element])
            }
        }
    }
}

/// An owner and a member.
private struct Pair: Hashable, Comparable {
    let owner: Int64
    let member: Int64

    /// The pair with the lower number first.
    var ascending: Pair { owner <= member ? self : Pair(owner: member, member: owner) }

    static func < (left: Pair, right: Pair) -> Bool {
        (left.owner, left.member) < (right.owner, right.member)
    }
}

/// The orders that a change set gives to the members of one relationship.
struct RelationshipPositions {
    let table: OrderTable
    let changes: [OrderChange]

    /// The statements that write what differs from the present positions.
    func statements(_ present: ServerResult, _ texts: ArrayTexts) throws -> [PlannedStatement] {
        var known: [Int64: [Int64: Int64?]] = [:]
        for row in 0..<present.rowCount {
            guard let owner = try present.value(row, 0)?.integer,
                let member = try present.value(row, 1)?.integer
            else { continue }
            known[owner, default: [:]].updateValue(try present.value(row, 2)?.integer, forKey: member)
        }
        var rows: [(owner: Int64, member: Int64, position: Int64)] = []
        for change in changes {
            let own = known[change.owner.number] ?? [:]
            let keys = OrderKeys.keys(change.members.map { own[$0.number] ?? nil })
            for (member, key) in zip(change.members, keys) where own[member.number] != .some(key) {
                rows.append((change.owner.number, member.number, key))
            }
        }
        return rows[...].parts(of: ArrayExecutor.mostRows).map { part in
            PlannedStatement(
                request: ServerRequest(
                    texts.setting(table),
                    [.int8s(part.map(\.owner)), .int8s(part.map(\.member)), .int8s(part.map(\.position))]))
        }
    }
}
#endif
