// SPDX-License-Identifier: Apache-2.0
// The pairs of a relationship of the source, as a SELECT of the old tables. Only pairs count whose two rows stay and still have
// the relationship.

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
        /// Whether positions among the inverse's members are still those of the inverse.
        let keepsInverse: Bool
        var numbers: [Int32]
        let memberNumbers: [Int32]
    }

    /// The texts that select A, an owner, B, a member, C, the owner's place, and D, the member's place.
    func selects() -> [String] { groups().flatMap(selects) }

    private func groups() -> [Group] {
        var groups: [Group] = []
        for pair in entities.pairs(below: place.entity) {
            guard let origin = entities.relationship(pair, place.slot), let source = origin.source,
                let former = old.schema[pair.old.entity].properties[source].relationship,
                let destination = old[former.destination]
            else { continue }
            let columns = pair.old.slots[source]
            let owners = entities.oldTable(of: pair)
            let keepsInverse = origin.inverse == .kept
            if let index = groups.firstIndex(where: {
                $0.columns == columns && $0.owners == owners && $0.keepsInverse == keepsInverse
            }) {
                groups[index].numbers.append(pair.oldNumber)
                continue
            }
            let members = old.tables[destination.table]
            groups.append(
                Group(
                    columns: columns, owners: owners, members: members, keepsInverse: keepsInverse,
                    numbers: [pair.oldNumber], memberNumbers: memberNumbers(in: members)))
        }
        return groups.filter { !$0.memberNumbers.isEmpty }
    }

    /// The numbers, in the file before, of the entities that members may have.
    private func memberNumbers(in table: TableMapping) -> [Int32] {
        entities.pairs(below: entities.new.relationship(place).destination)
            .filter { entities.oldTable(of: $0) == table }.map(\.oldNumber)
    }

    private var words: any MigrationWords { entities.words }
    private var key: String { old.system.key }
    private var start: String { "SELECT o.\(key) A, m.\(key) B" }

    private func selects(_ group: Group) -> [String] {
        let (owners, members) = (words.table(group.owners.name), words.table(group.members.name))
        let entity = old.system.entityColumn
        let condition =
            " WHERE o.\(entity) IN (\(group.numbers.sqlList)) AND m.\(entity) IN (\(group.memberNumbers.sqlList))"
        switch group.columns {
        case .toOne(let columns):
            return [
                "\(start), \(place("o", group.keepsInverse ? columns.order : nil)) C, \(words.noPlace) D FROM \(owners) o"
                    + " JOIN \(members) m ON m.\(key) = o.\(quotedName(columns.key))" + condition
            ]
        case .toMany(.foreignKey(let columns)):
            return [
                "\(start), \(words.noPlace) C, \(place("m", columns.order)) D FROM \(members) m"
                    + " JOIN \(owners) o ON o.\(key) = m.\(quotedName(columns.key))" + condition
            ]
        case .toMany(.joinTable(let link)):
            let table = old.joinTables[link.table]
            let isOwner = table.owner.key == link.own
            let otherPlace = isOwner ? table.owner.order : table.member.order
            let ownerPlace = group.keepsInverse ? otherPlace : nil
            let straight = pairs(link.own, link.member, ownerPlace, link.order)
            // A row stands for both directions, unless each has one with its position.
            let reversed =
                link.isReflexive && link.order == nil ? [pairs(link.member, link.own, nil, nil)] : []
            return ([straight] + reversed).map { columns in
                "\(start), \(columns.places) FROM \(words.table(table.name)) j"
                    + " JOIN \(owners) o ON o.\(key) = j.\(columns.own)"
                    + " JOIN \(members) m ON m.\(key) = j.\(columns.member)" + condition
            }
        default: return []
        }
    }

    private func pairs(_ own: String, _ member: String, _ ownerPlace: String?, _ memberPlace: String?)
        -> (places: String, own: String, member: String)
    {
        (
            "\(place("j", ownerPlace)) C, \(place("j", memberPlace)) D", quotedName(own), quotedName(member)
        )
    }

    private func place(_ alias: String, _ column: String?) -> String {
        column.map { "\(alias).\(quotedName($0))" } ?? words.noPlace
    }
}
