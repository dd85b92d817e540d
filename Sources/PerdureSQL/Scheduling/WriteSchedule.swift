// SPDX-License-Identifier: Apache-2.0
// The planner of writes, which all SQL engines share: from a change set to steps, in an order that unique indexes can bear.
// Deletions free values, updates may free and take them, insertions take them; then links, then the places of ordered members.
// It asks no database; WriteExecutor.swift runs it.

import PerdureStore

/// The steps of writing one change set.
package struct WriteSchedule: Sendable {
    /// What is done to rows: any of it may be refused.
    package private(set) var rows: [WriteStep] = []
    /// What is done to pairs and places, once no row was refused.
    package private(set) var relationships: [WriteStep] = []
    /// What is to be told of the rows afterwards.
    package private(set) var aftermath = WriteAftermath()

    /// Makes the steps.
    ///
    /// - Parameters:
    ///   - changes: What is to be written; its deltas have become values (`resolving`).
    ///   - mapping: The mapping of the store.
    package init(_ changes: ChangeSet, _ mapping: StoreMapping) {
        rows += changes.checks.runs { $0.key.entity == $1.key.entity }
            .map { .check($0, entity: $0[$0.startIndex].key.entity) }
        rows += changes.deletions.runs { $0.key.entity == $1.key.entity }
            .map { .delete($0, entity: $0[$0.startIndex].key.entity) }
        let updates = changes.updates.runs { $0.hasShape(of: $1) }
        rows += updates.map { .update($0, $0[$0.startIndex].shape) }
        for run in updates { aftermath.note(run, mapping) }
        rows += aftermath.applied.uncounted.map { .countMerges($0.numbers, table: $0.table) }
        let insertions = changes.insertions.runs { $0.row.key.entity == $1.row.key.entity }
        for run in insertions { add(run, mapping) }
        let members = NewMembers(updates, insertions, mapping)
        relationships += links(changes.links) + changes.orders.map { .order($0) }
        relationships += members.besides(changes.orders).runs { $0.end == $1.end }
            .map { .append($0, $0[$0.startIndex].end) }
    }

    private mutating func add(_ run: ArraySlice<RowInsertion>, _ mapping: StoreMapping) {
        let entity = run[run.startIndex].row.key.entity
        rows.append(.insert(run, entity: entity))
        guard let table = mapping[entity]?.table, mapping.tables[table].versions.areCountedApart else {
            return
        }
        let again = run.filter { $0.version != 1 }.map(\.key.number)
        if !again.isEmpty { rows.append(.forgetMerges(again, table: table)) }
    }

    /// Removals first, so that a member can move from one owner to another in one save.
    private func links(_ links: [LinkChange]) -> [WriteStep] {
        let removals = links.filter { !$0.isInsertion }.runs { $0.end == $1.end }
        let insertions = links.filter(\.isInsertion).runs { $0.end == $1.end }
        return removals.map { .unlink($0, $0[$0.startIndex].end) }
            + insertions.map { .link($0, $0[$0.startIndex].end) }
    }
}
