// SPDX-License-Identifier: Apache-2.0
// Runs the steps of a schedule (WriteSchedule.swift). An engine with cheap calls runs them row by row
// (Writing/RowExecutor.swift). An engine behind a network sends the rows of a step together and collects the answers at the
// end.

import PerdureStore

/// Runs steps within one transaction that the caller has begun and will end.
package protocol WriteExecutor {
    /// The newest rows of some objects, locked against other writers until the transaction ends. Deleted rows are missing.
    mutating func newestRows(_ keys: [ObjectKey]) throws -> [Row]

    /// Runs a step, or sends it.
    ///
    /// A refused row is no error: `refusals` reports it, and the other rows are still written.
    mutating func run(_ step: WriteStep) throws

    /// The conflicts of all steps so far, after all steps have been answered.
    mutating func refusals() throws -> [PendingConflict]

    /// Whether the executor sends all steps before it asks for answers; `refusals` is then called once, after the last step.
    static var answersAtEnd: Bool { get }
}

extension WriteExecutor {
    package static var answersAtEnd: Bool { false }

    /// Writes a change set.
    ///
    /// - Parameters:
    ///   - changes: The change set.
    ///   - mapping: The mapping of the store.
    /// - Returns: The rows whose state the caller must learn, or all conflicts of the change set at once.
    /// - Throws: Any error of the database.
    package mutating func write(_ changes: ChangeSet, _ mapping: StoreMapping) throws -> WriteResult {
        var changes = changes
        let unresolved = try changes.resolve(mapping) { try newestRows($0) }
        let schedule = WriteSchedule(changes, mapping)
        for step in schedule.rows { try run(step) }
        if !Self.answersAtEnd {
            let conflicts = try refusals() + unresolved
            guard conflicts.isEmpty else { return .refused(conflicts) }
        }
        for step in schedule.relationships { try run(step) }
        if Self.answersAtEnd {
            let conflicts = try refusals() + unresolved
            guard conflicts.isEmpty else { return .refused(conflicts) }
        }
        return .written(schedule.aftermath)
    }
}

/// The result of writing a change set.
package enum WriteResult {
    case written(RowsToReread)
    /// At least one refusal: the transaction must be rolled back.
    case refused([PendingConflict])

    /// The conflicts; empty when the change set was written.
    package var conflicts: [PendingConflict] {
        if case .refused(let conflicts) = self { conflicts } else { [] }
    }
}
