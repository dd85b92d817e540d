// SPDX-License-Identifier: Apache-2.0
// The pairs of a relationship of the source, as a SELECT of the old tables. Only pairs count whose two rows stay and still have
// the relationship.

import PerdureSQL
import PerdureStore

/// Selects the pairs that a relationship of the destination gets from the source.
struct LinkSource {
    let entities: MigratedEntities
    let place: RelationshipPlace

    private var old: StoreMapping { entities.old }

    /// Owners whose relationship had one storage.
    private struct Group {
        let columns: SlotColumns
        let owners: TableMapping
        let members: TableMapping
        var numbers: [Int32]
        let memberNumbers: [Int32]
    }

    /// The texts that select owner, member, the owner's place and the member's place.
    func selects() -> [String] { groups().flatMap { Self.selects($0, old) } }

    private func groups() -> [Group] {
        var groups: [Group] = []
        for pair in entities.pairs(below: place.entity) {
            guard let source = entities.relationship(pair, place.slot)?.source,
                let former = old.schema[pair.old.entity].properties[source].relationship,
                let destination = old[former.destination]
            else { continue }
            let columns = pair.old.slots[source]
            let owners = entities.oldTable(of: pair)
            if let index = groups.firstIndex(where: { $0.columns == columns && $0.owners == owners }) {
                groups[index].numbers.append(pair.oldNumber)
                continue
            }
            let members = old.tables[destination.table]
            groups.append(
                Group(
                    columns: columns, owners: owners, members: members, numbers: [pair.oldNumber],
                    memberNumbers: memberNumbers(in: members)))
        }
        return groups.filter { !$0.memberNumbers.isEmpty }
    }

    /// The numbers, in the file before, of the entities that members may have.
    private func memberNumbers(in table: TableMapping) -> [Int32] {
        entities.pairs(below: entities.new.relationship(place).destination)
            .filter { entities.oldTable(of: $0) == table }.map(\.oldNumber)
    }

    private static func selects(_ group: Group, _ mapping: StoreMapping) -> [String] {
        let (owners, members) = (quotedName(group.owners.name), quotedName(group.members.name))
        let condition =
            " WHERE o.Z_ENT IN (\(group.numbers.sqlList)) AND m.Z_ENT IN (\(group.memberNumbers.sqlList))"
        switch group.columns {
        case .toOne(let columns):
            return [
                "SELECT o.Z_PK, m.Z_PK, \(place("o", columns.order)), NULL FROM \(owners) o"
                    + " JOIN \(members) m ON m.Z_PK = o.\(quotedName(columns.key))" + condition
            ]
        case .toMany(.foreignKey(let key)):
            return [
                "SELECT o.Z_PK, m.Z_PK, NULL, \(place("m", key.order)) FROM \(members) m"
                    + " JOIN \(owners) o ON o.Z_PK = m.\(quotedName(key.key))" + condition
            ]
        case .toMany(.joinTable(let link)):
            let table = mapping.joinTables[link.table]
            let isOwner = table.owner.key == link.own
            let ownerPlace = isOwner ? table.owner.order : table.member.order
            let straight = pairs(link.own, link.member, ownerPlace, link.order)
            // A row stands for both directions then.
            let reversed = link.isReflexive ? [pairs(link.member, link.own, nil, nil)] : []
            return ([straight] + reversed).map { columns in
                "SELECT \(columns.places) FROM \(quotedName(table.name)) j"
                    + " JOIN \(owners) o ON o.Z_PK = j.\(columns.own)"
                    + " JOIN \(members) m ON m.Z_PK = j.\(columns.member)" + condition
            }
        default: return []
        }
    }

    private static func pairs(_ own: String, _ member: String, _ ownerPlace: String?, _ memberPlace: String?)
        -> (places: String, own: String, member: String)
    {
        (
            "o.Z_PK, m.Z_PK, \(place("j", ownerPlace)), \(place("j", memberPlace))", quotedName(own),
            quotedName(member)
        )
    }

    private static func place(_ alias: String, _ column: String?) -> String {
        column.map { "\(alias).\(quotedName($0))" } ?? "NULL"
    }
}
