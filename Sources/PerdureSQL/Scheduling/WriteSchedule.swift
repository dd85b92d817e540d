// SPDX-License-Identifier: Apache-2.0
// The planner of writes for all SQL engines: it turns a change set into steps, in an order that unique indexes accept.
// Deletions free values, updates may free and take values, and insertions take values. Links follow, then positions of
// ordered members. The planner makes no query; WriteExecutor.swift runs the steps.

import PerdureStore

/// The steps of writing one change set.
package struct WriteSchedule: Sendable {
    /// The steps for rows; each of them may be refused.
    package private(set) var rows: [WriteStep] = []
    /// The steps for links and positions; they run when no row was refused.
    package private(set) var relationships: [WriteStep] = []
    /// The rows whose state the caller must learn after the write.
    package private(set) var aftermath = RowsToReread()

    /// Makes the steps.
    ///
    /// - Parameters:
    ///   - changes: The change set; `ChangeSet.resolve` has turned its deltas into values.
    ///   - mapping: The mapping of the store.
    package init(_ changes: ChangeSet, _ mapping: StoreMapping) {
        var members = NewMembers(mapping)
        changes.checks.forEachRun(by: \.key.entity) { rows.append(.check($0, entity: $1)) }
        changes.deletions.forEachRun(by: \.key.entity) { rows.append(.delete($0, entity: $1)) }
        addUpdates(changes.updates, mapping, &members)
        addInsertions(changes.insertions, mapping, &members)
        addLinks(changes.links)
        for order in changes.orders { relationships.append(.order(order)) }
        members.withoutOrder(in: changes.orders).forEachRun(by: \.end) {
            relationships.append(.append($0, $1))
        }
    }

    private mutating func addUpdates(
        _ updates: [RowUpdate], _ mapping: StoreMapping, _ members: inout NewMembers
    ) {
        updates.forEachRun(by: \.shape) { run, shape in
            rows.append(.update(run, shape))
            aftermath.add(run, mapping)
            members.add(run)
        }
        for writes in aftermath.applied.uncounted {
            rows.append(.countMergingWrites(writes.numbers, table: writes.table))
        }
    }

    private mutating func addInsertions(
        _ insertions: [RowInsertion], _ mapping: StoreMapping, _ members: inout NewMembers
    ) {
        insertions.forEachRun(by: \.row.key.entity) { run, entity in
            rows.append(.insert(run, entity: entity))
            members.add(run)
            guard let table = mapping[entity]?.table, mapping.tables[table].versions.mayKeepVersion else {
                return
            }
            let again = run.filter { $0.version != 1 }.map(\.key.number)
            if !again.isEmpty { rows.append(.forgetMergingWrites(again, table: table)) }
        }
    }

    /// Adds the steps for links: removals first, so that a member can move from one owner to another in one save.
    private mutating func addLinks(_ links: [LinkChange]) {
        if links.isEmpty { return }
        links.filter { !$0.isInsertion }.forEachRun(by: \.end) { relationships.append(.unlink($0, $1)) }
        links.filter(\.isInsertion).forEachRun(by: \.end) { relationships.append(.link($0, $1)) }
    }
}
