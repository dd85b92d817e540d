// SPDX-License-Identifier: Apache-2.0
// Deletes rows and everything that belongs to them, by the statements of DeletionPlan.swift. Slots of other rows do not change
// here.

import PerdureStore

/// The prepared statements of a plan.
struct RowDeleter {
    let plan: DeletionPlan
    fileprivate let links: [any PreparedStatement]
    fileprivate let unchecked: any PreparedStatement
    fileprivate let checked: any PreparedStatement
    fileprivate let forgetting: (any PreparedStatement)?

    init(_ plan: DeletionPlan, _ connection: any SQLConnection) throws {
        self.plan = plan
        links = try plan.links.map { try connection.statement($0) }
        unchecked = try connection.statement(plan.text)
        checked = try connection.statement(plan.checkedText)
        forgetting = try plan.forgetting.map { try connection.statement($0) }
    }

    /// Deletes the row's count of merging writes.
    fileprivate func forget(_ number: Int64) throws {
        guard let forgetting else { return }
        try forgetting.bind(number, at: 1)
        try forgetting.run()
    }
}

extension RowExecutor {
    /// Deletes rows of one entity.
    mutating func delete(_ deletions: ArraySlice<RowDeletion>, _ entity: Int32) throws {
        let deleter = try deleter(entity)
        for deletion in deletions { try delete(deletion, deleter) }
    }

    private mutating func delete(_ deletion: RowDeletion, _ deleter: RowDeleter) throws {
        let number = deletion.key.number
        if !deleter.plan.apart.isEmpty { try release(deletion.key, deleter.plan.apart) }
        for statement in deleter.links {
            try statement.bind(number, at: 1)
            try statement.run()
        }
        guard let expected = deletion.expectedVersion else {
            // Only a checked deletion conflicts with a row that is gone already.
            try deleter.unchecked.bind(number, at: 1)
            try deleter.unchecked.run()
            return try deleter.forget(number)
        }
        try deleter.checked.bind(number, at: 1)
        try deleter.checked.bind(expected, at: 2)
        if try deleter.checked.run() == 0 { conflicts.append(.version(deletion.key)) }
        try deleter.forget(number)
    }
}
