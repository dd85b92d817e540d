// SPDX-License-Identifier: Apache-2.0
// What an earlier try of a save may have stored in tables of others, which have no marks (PG-97): the keys of its new rows tell.

#if PostgreSQL
import Foundation
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine {
    /// Turns the new rows that an earlier try has stored into changed ones: their keys are taken, by themselves.
    ///
    /// A try is stored whole or not at all, so one row that nobody else can have made tells of the others.
    func settleAttachedTry(_ doubt: InDoubtSave, of changes: inout ChangeSet) throws {
        let tried = changes.insertions.filter { doubt.hasInserted($0.key) }
        guard !tried.isEmpty else { return }
        let stored = Set(try engine.rows(for: tried.map(\.key)).map(\.key))
        guard tried.contains(where: { stored.contains($0.key) && hasOwnKey($0.row) }) else { return }
        changes.insertions.removeAll { stored.contains($0.key) }
        changes.updates += try tried.filter { stored.contains($0.key) }.map {
            RowUpdate($0.row, slots: try slotsToRewrite($0.row), expectedVersion: nil)
        }
    }

    private func keySources(_ entity: Int32) -> (sources: KeyColumnSources, table: AttachedTable)? {
        guard let mapped = mapping[entity], let table = texts.attached?[mapping.tables[mapped.table].name]
        else { return nil }
        return (KeyColumnSources(mapped, mapping, table), table)
    }

    /// Whether no other writer can have made a row with this row's key.
    private func hasOwnKey(_ row: Row) -> Bool {
        guard let sources = keySources(row.key.entity)?.sources else { return false }
        // Numbers come from the sequence.
        guard case .shape = sources.key else { return true }
        return sources.sources.contains { column in
            let given = column.first { $0.slot.map { row[$0] != .null } ?? true }
            return given?.isUnique(row, isWhole: sources.sources.count == 1) ?? false
        }
    }

    /// The slots that are written again: what is nil in a key or a required column stays what the server has put there.
    private func slotsToRewrite(_ row: Row) throws -> [Int] {
        let entity = try mapping.entity(row.key.entity)
        guard let (sources, table) = keySources(row.key.entity) else { return [] }
        return entity.slots.indices.filter { slot in
            let columns = ArrayColumn.columns(of: [slot], entity)
            guard !columns.isEmpty else { return false }
            guard row[slot] == .null else { return true }
            return !sources.slots.contains(slot) && columns.allSatisfy { table.defaults[$0.name] == nil }
        }
    }
}

extension KeyColumnSources.Source {
    /// Whether a row's value for a column of its key is new in the world: a UUID, or a number of a sequence.
    ///
    /// A UUID of the program counts where it is the whole key: beside other columns it may be a tenant's.
    fileprivate func isUnique(_ row: Row, isWhole: Bool) -> Bool {
        switch self {
        case .random: return true
        case .server(let text):
            return ["gen_random_uuid(", "uuid_generate_v", "uuidv", "nextval("].contains { text.contains($0) }
        case .attribute(let slot):
            if case .uuid = row[slot] { return isWhole }
            return false
        case .reference, .nothing: return false
        }
    }
}
#endif
