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
        var members = NewMembers(mapping)
        changes.checks.forEachRun(by: \.key.entity) { rows.append(.check($0, entity: $1)) }
        changes.deletions.forEachRun(by: \.key.entity) { rows.append(.delete($0, entity: $1)) }
        addUpdates(changes.updates, mapping, &members)
        addInsertions(changes.insertions, mapping, &members)
        addLinks(changes.links)
        for order in changes.orders { relationships.append(.order(order)) }
        members.besides(changes.orders).forEachRun(by: \.end) { relationships.append(.append($0, $1)) }
    }

    private mutating func addUpdates(
        _ updates: [RowUpdate], _ mapping: StoreMapping, _ members: inout NewMembers
    ) {
        updates.forEachRun(by: \.shape) { run, shape in
            rows.append(.update(run, shape))
            aftermath.note(run, mapping)
            members.note(run)
        }
        for writes in aftermath.applied.uncounted {
            rows.append(.countMerges(writes.numbers, table: writes.table))
        }
    }

    private mutating func addInsertions(
        _ insertions: [RowInsertion], _ mapping: StoreMapping, _ members: inout NewMembers
    ) {
        insertions.forEachRun(by: \.row.key.entity) { run, entity in
            rows.append(.insert(run, entity: entity))
            members.note(run)
            guard let table = mapping[entity]?.table, mapping.tables[table].versions.areCountedApart else {
                return
            }
            let again = run.filter { $0.version != 1 }.map(\.key.number)
            if !again.isEmpty { rows.append(.forgetMerges(again, table: table)) }
        }
    }

    /// Removals first, so that a member can move from one owner to another in one save.
    private mutating func addLinks(_ links: [LinkChange]) {
        if links.isEmpty { return }
        links.filter { !$0.isInsertion }.forEachRun(by: \.end) { relationships.append(.unlink($0, $1)) }
        links.filter(\.isInsertion).forEachRun(by: \.end) { relationships.append(.link($0, $1)) }
    }
}
