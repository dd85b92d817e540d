// SPDX-License-Identifier: Apache-2.0
// The texts that write links, keys without a slot, and positions, from arrays of owners and members.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension ArrayTexts {
    private func quoted(_ name: String) -> String { ServerName.quoted(name) }

    /// Pairs of owners and members, whose keys are those of two columns of tables.
    private func pairs(_ owner: (column: String, table: String), _ member: (column: String, table: String))
        -> String
    {
        let owners = keys("$1", in: owner.column, of: owner.table)
        return "unnest(\(owners), \(keys("$2", in: member.column, of: member.table))) AS u(o, m)"
    }

    private func pairs(_ link: JoinLink) -> String {
        let table = mapping.joinTables[link.table].name
        return pairs((link.own, table), (link.member, table))
    }

    // MARK: Links

    func insertion(of link: JoinLink, isSingle: Bool) -> String {
        let name = mapping.joinTables[link.table].name
        let reversed = [matches(link.own, of: name, "r", "u.m"), matches(link.member, of: name, "r", "u.o")]
        let condition =
            isSingle
            ? " WHERE NOT EXISTS (SELECT 1 FROM \(table(name)) AS r WHERE \(reversed.joined(separator: " AND ")))"
            : ""
        let written =
            assignments(link.own, of: name, "u.o") + assignments(link.member, of: name, "u.m")
        return "INSERT INTO \(table(name)) (\(written.map(\.column).joined(separator: ", "))) SELECT "
            + "\(written.map(\.value).joined(separator: ", ")) FROM \(pairs(link))\(condition) ON CONFLICT DO NOTHING"
    }

    func deletion(of link: JoinLink) -> String {
        let name = mapping.joinTables[link.table].name
        return "DELETE FROM \(table(name)) AS t USING \(pairs(link)) "
            + "WHERE \(matches(link.own, of: name, "t", "u.o")) AND \(matches(link.member, of: name, "t", "u.m"))"
    }

    /// Makes rows members by a key that no slot holds.
    func adding(_ key: MemberKey) -> String {
        let name = mapping.tables[key.table].name
        let place = key.order.map { ", " + keeping($0, while: quoted(key.key), is: "u.o") } ?? ""
        let owner = assignments(key.key, of: name, "u.o").map { "\($0.column) = \($0.value)" }
        return
            "UPDATE \(table(name)) AS t SET \(owner.joined(separator: ", "))\(place) FROM \(pairs(key)) "
            + "WHERE \(matches(name, "t", "u.m"))\(returningMarked(name))"
    }

    func removing(_ key: MemberKey) -> String {
        let name = mapping.tables[key.table].name
        return "UPDATE \(table(name)) AS t SET \(clearing(key)) FROM \(pairs(key)) "
            + "WHERE \(matches(name, "t", "u.m")) AND \(matches(key.key, of: name, "t", "u.o"))"
            + returningMarked(name)
    }

    private func pairs(_ key: MemberKey) -> String {
        let name = mapping.tables[key.table].name
        return pairs((key.key, name), (mapping.system.key, name))
    }

    private func clearing(_ key: MemberKey) -> String {
        let table = mapping.tables[key.table].name
        let kept = Set((attached?[table]?.kept[key.key] ?? []).map(quoted))
        let keys = assignments(key.key, of: table, "NULL").map(\.column).filter { !kept.contains($0) }
        let others = [attached == nil ? key.entity : nil, key.order].compactMap { $0 }.map(quoted)
        return (keys + others).map { "\($0) = NULL" }.joined(separator: ", ")
    }

    /// A statement that removes pairs or keys, and the table of the members whose rows it writes.
    struct Unlinking {
        let text: String
        var members: Int?
    }

    /// Removes the pairs and keys of rows that are deleted; the parameter is their keys.
    func unlinking(_ entity: EntityMapping) -> [Unlinking] {
        entity.slots.compactMap { columns in
            switch columns {
            case .toMany(.joinTable(let link)):
                let ends = link.isReflexive ? [link.own, link.member] : [link.own]
                let name = mapping.joinTables[link.table].name
                let condition = ends.map { isAny($0, of: name, "$1") }.joined(separator: " OR ")
                return Unlinking(text: "DELETE FROM \(table(name)) WHERE \(condition)")
            // The members' own updates change a key that belongs to one of their slots.
            case .toMany(.foreignKey(let key)) where key.slot == nil:
                let name = mapping.tables[key.table].name
                return Unlinking(
                    text:
                        "UPDATE \(table(name)) AS t SET \(clearing(key)) WHERE \(isAny(key.key, of: name, "$1"))"
                        + returningMarked(name), members: key.table)
            default: return nil
            }
        }
    }

    // MARK: Positions

    /// Owners, members and positions; the parameter is owners.
    func positions(_ order: OrderTable) -> String {
        let owner = quoted(order.owner)
        return "SELECT \(owner), \(quoted(order.member)), \(quoted(order.order)) FROM \(table(order.table)) "
            + "WHERE \(owner) = ANY($1)"
    }

    /// Sets positions; parameters are owners, members, positions.
    func setting(_ order: OrderTable) -> String {
        "UPDATE \(table(order.table)) AS t SET \(quoted(order.order)) = u.p FROM unnest($1, $2, $3) AS u(o, m, p) "
            + "WHERE t.\(quoted(order.owner)) = u.o AND t.\(quoted(order.member)) = u.m"
    }

    /// Puts members without a position behind the last one of their owners, in their order.
    func appending(_ order: OrderTable) -> String {
        let (owner, member) = (quoted(order.owner), quoted(order.member))
        let (place, table) = (quoted(order.order), table(order.table))
        let step = OrderKeys.step
        return
            "UPDATE \(table) AS t SET \(place) = COALESCE(l.p, \(step)) + \(step) * n.r FROM (SELECT u.o, u.m, "
            + "row_number() OVER (PARTITION BY u.o ORDER BY u.i) AS r FROM unnest($1, $2) WITH ORDINALITY "
            + "AS u(o, m, i) JOIN \(table) AS s ON s.\(member) = u.m AND s.\(place) IS NULL) AS n LEFT JOIN "
            + "(SELECT \(owner) AS o, max(\(place)) AS p FROM \(table) WHERE \(owner) = ANY($1) GROUP BY \(owner)) "
            + "AS l ON l.o = n.o WHERE t.\(member) = n.m"
    }
}
#endif
