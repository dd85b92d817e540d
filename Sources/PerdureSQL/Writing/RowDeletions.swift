// SPDX-License-Identifier: Apache-2.0
// Deletes rows and everything that belongs to them, by the statements of DeletionStatements.swift. Slots of other rows do not
// change here.

import PerdureStore

/// The prepared statements of a deletion.
struct RowDeleter {
    let definition: DeletionStatements
    fileprivate let links: [any PreparedStatement]
    fileprivate let unchecked: any PreparedStatement
    fileprivate let checked: any PreparedStatement
    fileprivate let forgetting: (any PreparedStatement)?

    init(_ definition: DeletionStatements, _ connection: any SQLConnection) throws {
        self.definition = definition
        links = try definition.links.map { try connection.statement($0) }
        unchecked = try connection.statement(definition.text)
        checked = try connection.statement(definition.checkedText)
        forgetting = try definition.forgetting.map { try connection.statement($0) }
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
        if !deleter.definition.externalColumns.isEmpty {
            try release(deletion.key, deleter.definition.externalColumns)
        }
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
