// SPDX-License-Identifier: Apache-2.0
// The one-to-one relationships of a store with the columns of both sides, for the check of a store and its mending.

import PerdureSQL
import PerdureStore

/// One direction of a one-to-one relationship.
struct OneToOne: Hashable {
    let table: String
    let key: String
    let entity: String?
    let inverseTable: String
    let inverseKey: String
    let inverseEntity: String?
}

extension StoreMapping {
    /// The one-to-one relationships, each in both directions.
    var oneToOnes: [OneToOne] {
        var found: [OneToOne] = []
        for entity in entities.compactMap({ $0 }) {
            for (property, columns) in zip(schema[entity.entity].properties, entity.slots) {
                guard let pair = oneToOne(entity, property, columns), !found.contains(pair) else { continue }
                found.append(pair)
            }
        }
        return found
    }

    private func oneToOne(_ entity: EntityMapping, _ property: PropertyLayout, _ columns: SlotColumns)
        -> OneToOne?
    {
        guard case .toOne(let own) = columns, let relationship = property.relationship,
            let slot = relationship.inverseSlot, let destination = self[relationship.destination],
            destination.slots.indices.contains(slot), case .toOne(let inverse) = destination.slots[slot]
        else { return nil }
        return OneToOne(
            table: tables[entity.table].name, key: own.key, entity: own.entity,
            inverseTable: tables[destination.table].name, inverseKey: inverse.key,
            inverseEntity: inverse.entity)
    }

    /// The key columns of a join table, with the tables that they refer to.
    func ends(of join: JoinTableMapping) -> [(JoinColumn, TableMapping)] {
        var ends: [String: (JoinColumn, TableMapping)] = [:]
        for entity in entities.compactMap({ $0 }) {
            for columns in entity.slots {
                guard case .toMany(.joinTable(let link)) = columns, joinTables[link.table].name == join.name,
                    let destination = self[link.destination]
                else { continue }
                for end in [join.owner, join.member] {
                    if end.key == link.own { ends[end.key] = (end, tables[entity.table]) }
                    if end.key == link.member { ends[end.key] = (end, tables[destination.table]) }
                }
            }
        }
        return ends.values.sorted { $0.0.key < $1.0.key }
    }
}
