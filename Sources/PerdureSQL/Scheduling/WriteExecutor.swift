// SPDX-License-Identifier: Apache-2.0
// The other half of writing: who runs the steps of a schedule (WriteSchedule.swift). An engine whose calls are cheap runs them
// row by row (Writing/RowExecutor.swift); one behind a network sends the rows of a step together, and asks for the answers at
// the end.

import PerdureStore

/// Runs steps within one transaction that the caller has begun and will end.
package protocol WriteExecutor {
    /// The newest rows of some objects, which nobody else can change until the transaction ends; those that are gone are
    /// missing.
    mutating func newestRows(_ keys: [ObjectKey]) throws -> [Row]

    /// Runs a step, or sends it.
    ///
    /// A refused row is no error: it is told by `refusals`, and the others are written all the same.
    mutating func run(_ step: WriteStep) throws

    /// What has been refused of all steps so far, once all of them have been answered.
    mutating func refusals() throws -> [PendingConflict]
}

extension WriteExecutor {
    /// Writes a change set.
    ///
    /// - Parameters:
    ///   - changes: The change set.
    ///   - mapping: The mapping of the store.
    /// - Returns: What is to be told of the written rows, or all conflicts of the change set at once.
    /// - Throws: What the database reports.
    package mutating func write(_ changes: ChangeSet, _ mapping: StoreMapping) throws -> WriteResult {
        var changes = changes
        let unresolved = try changes.resolve(mapping) { try newestRows($0) }
        let schedule = WriteSchedule(changes, mapping)
        for step in schedule.rows { try run(step) }
        let conflicts = try refusals() + unresolved
        guard conflicts.isEmpty else { return .refused(conflicts) }
        for step in schedule.relationships { try run(step) }
        return .written(schedule.aftermath)
    }
}

/// What an executor has made of a change set.
package enum WriteResult {
    case written(WriteAftermath)
    /// At least one refusal: the transaction must be rolled back.
    case refused([PendingConflict])

    /// None of what is written.
    var conflicts: [PendingConflict] {
        if case .refused(let conflicts) = self { conflicts } else { [] }
    }
}
