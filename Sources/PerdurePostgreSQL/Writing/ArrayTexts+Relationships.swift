// SPDX-License-Identifier: Apache-2.0
// The texts that write links, keys without a slot, and positions, from arrays of owners and members.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension ArrayTexts {
    private func quoted(_ name: String) -> String { ServerName.quoted(name) }
    private static let pairs = "unnest($1, $2) AS u(o, m)"

    // MARK: Links

    func insertion(of link: JoinLink, isSingle: Bool) -> String {
        let table = table(mapping.joinTables[link.table].name)
        let (own, member) = (quoted(link.own), quoted(link.member))
        let reversed =
            isSingle
            ? " WHERE NOT EXISTS (SELECT 1 FROM \(table) AS r WHERE r.\(own) = u.m AND r.\(member) = u.o)"
            : ""
        return "INSERT INTO \(table) (\(own), \(member)) SELECT u.o, u.m FROM \(Self.pairs)\(reversed) "
            + "ON CONFLICT DO NOTHING"
    }

    func deletion(of link: JoinLink) -> String {
        "DELETE FROM \(table(mapping.joinTables[link.table].name)) AS t USING \(Self.pairs) "
            + "WHERE t.\(quoted(link.own)) = u.o AND t.\(quoted(link.member)) = u.m"
    }

    /// Makes rows members by a key that no slot holds.
    func adding(_ key: MemberKey) -> String {
        let owner = quoted(key.key)
        let place = key.order.map { ", " + keeping($0, while: owner, is: "u.o") } ?? ""
        return
            "UPDATE \(table(mapping.tables[key.table].name)) AS t SET \(owner) = u.o\(place) FROM \(Self.pairs) "
            + "WHERE t.\(self.key(of: mapping.tables[key.table].name)) = u.m"
    }

    func removing(_ key: MemberKey) -> String {
        "UPDATE \(table(mapping.tables[key.table].name)) AS t SET \(clearing(key)) FROM \(Self.pairs) "
            + "WHERE t.\(self.key(of: mapping.tables[key.table].name)) = u.m AND t.\(quoted(key.key)) = u.o"
    }

    private func clearing(_ key: MemberKey) -> String {
        [key.key, key.entity, key.order].compactMap { $0 }.map { "\(quoted($0)) = NULL" }.joined(
            separator: ", ")
    }

    /// Removes the pairs and keys of rows that are deleted; the parameter is their keys.
    func unlinking(_ entity: EntityMapping) -> [String] {
        entity.slots.compactMap { columns in
            switch columns {
            case .toMany(.joinTable(let link)):
                let ends = link.isReflexive ? [link.own, link.member] : [link.own]
                let condition = ends.map { "\(quoted($0)) = ANY($1)" }.joined(separator: " OR ")
                return "DELETE FROM \(table(mapping.joinTables[link.table].name)) WHERE \(condition)"
            // The members' own updates change a key that belongs to one of their slots.
            case .toMany(.foreignKey(let key)) where key.slot == nil:
                return "UPDATE \(table(mapping.tables[key.table].name)) SET \(clearing(key)) "
                    + "WHERE \(quoted(key.key)) = ANY($1)"
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
