// SPDX-License-Identifier: Apache-2.0
// Finds the reference that a foreign key has refused (23503), after the rollback: its relationship, and the missing object.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The search for references of a change set that lead to no row.
struct MissingDestinations {
    let texts: ArrayTexts
    let session: ServerSession
    let changes: ChangeSet
    private var mapping: StoreMapping { texts.mapping }

    private struct Reference {
        let entity: Int32
        let slot: Int
        let key: ObjectKey
    }

    /// The error that names the first of them; nil when all are there now.
    func first() throws -> StoreError? {
        let new = Set(changes.insertions.map(\.key))
        let deleted = Set(changes.deletions.map(\.key))
        let references = self.references.filter { !new.contains($0.key) }
        let groups = Dictionary(grouping: references) { mapping[$0.key.root]?.table ?? -1 }
        for (table, references) in groups.sorted(by: { $0.key < $1.key }) where table >= 0 {
            let known = try stored(references.map(\.key.number), mapping.tables[table].name)
            if let missing = references.first(where: {
                !known.contains($0.key.number) || deleted.contains($0.key)
            }) {
                return error(missing)
            }
        }
        return nil
    }

    private var references: [Reference] {
        let updated = changes.updates.flatMap { update in
            update.slots.compactMap { reference(update.row, $0) }
        }
        let inserted = changes.insertions.flatMap { insertion in
            mapping.schema[insertion.key.entity].properties.indices.compactMap {
                reference(insertion.row, $0)
            }
        }
        let linked = changes.links.filter(\.isInsertion).flatMap { link in
            [link.member, link.owner].map { Reference(entity: link.owner.entity, slot: link.slot, key: $0) }
        }
        return updated + inserted + linked
    }

    private func reference(_ row: Row, _ slot: Int) -> Reference? {
        guard case .reference(let key) = row[slot] else { return nil }
        return Reference(entity: row.key.entity, slot: slot, key: key)
    }

    private func stored(_ numbers: [Int64], _ table: String) throws -> Set<Int64> {
        let key = ServerName.quoted(mapping.system.key)
        let text = "SELECT \(key) FROM \(texts.source(table)) WHERE \(texts.isReadAny(table, "$1"))"
        let result = try session.run(ServerRequest(text, [.int8s(numbers)]))
        return Set(try result.integers(0, session.keys))
    }

    private func error(_ missing: Reference) -> StoreError {
        let layout = mapping.schema[missing.entity]
        return .missingDestination(
            entity: layout.name, property: layout.properties[missing.slot].name, key: missing.key)
    }
}
#endif
