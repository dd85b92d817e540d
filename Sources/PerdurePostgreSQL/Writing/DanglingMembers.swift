// SPDX-License-Identifier: Apache-2.0
// Finds members that deleted rows would leave behind, before anything is written: the server itself clears keys of deleted
// rows, so nothing refers to them afterwards (PG-47).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The search for one change set.
struct DanglingMembers {
    let texts: ArrayTexts
    let engine: SQLEngine
    let session: ServerSession
    let changes: ChangeSet
    private var mapping: StoreMapping { texts.mapping }

    /// All members that would be left.
    func all() throws -> [PendingConflict] {
        guard !changes.memberChecks.isEmpty else { return [] }
        try lockOwners()
        let search = DanglingMemberSearch(engine: engine, connection: session)
        let pairs = try search.paired(changes)
        let stored = try search.referring(changes).filter { !isSettled($0) }
        return pairs + stored + changes.memberChecks.flatMap(written)
    }

    /// From here on nobody else can make a row a member of an owner.
    private func lockOwners() throws {
        let key = ServerName.quoted(mapping.system.key)
        for check in changes.memberChecks {
            let table = try mapping.table(of: check.entity).name
            session.queue(
                ServerRequest(
                    "SELECT \(key) FROM \(texts.source(table)) WHERE \(texts.isReadAny(table, "$1")) "
                        + "ORDER BY \(key) FOR UPDATE",
                    [.int8s(check.owners.map(\.number))]))
        }
    }

    /// Whether the change set deletes a stored member, or gives it another owner.
    private func isSettled(_ conflict: PendingConflict) -> Bool {
        guard case .danglingMember(let owner, let slot, let member) = conflict else { return false }
        if changes.deletions.contains(where: { $0.key == member }) { return true }
        guard let inverse = engine.schema[owner.entity].properties[slot].relationship?.inverseSlot else {
            return false
        }
        return changes.updates.contains { $0.key == member && $0.slots.contains(inverse) }
    }

    /// The rows of the change set that get a deleted owner.
    private func written(_ check: MemberCheck) -> [PendingConflict] {
        guard let relationship = engine.schema[check.entity].properties[check.slot].relationship,
            let slot = relationship.inverseSlot,
            case .toOne? = mapping[relationship.destination]?.slots[slot]
        else { return [] }
        let layout = engine.schema[relationship.destination]
        let rows =
            changes.insertions.map(\.row) + changes.updates.filter { $0.slots.contains(slot) }.map(\.row)
        let owners = Set(check.owners)
        let deleted = Set(changes.deletions.map(\.key))
        return rows.compactMap { row in
            guard layout.contains(entity: row.key.entity), !deleted.contains(row.key),
                case .reference(let key) = row[slot],
                let owner = owners.first(where: { $0.root == key.root && $0.number == key.number })
            else { return nil }
            return .danglingMember(owner: owner, slot: check.slot, member: row.key)
        }
    }
}
#endif
