// SPDX-License-Identifier: Apache-2.0
// The backend's part in writing a change set. RowExecutor.swift and SQLEngine.swift call it.

import Foundation
import PerdureStore

/// A backend's part in one commit.
package protocol WriteSupport: AnyObject {
    /// Stores the value of an attribute with external storage, and returns the bytes for its column.
    func storeExternal(_ value: Data, entity: String, property: String) throws -> Data
    /// Notes that the file behind these bytes is not needed after the commit.
    func releaseExternal(_ stored: Data)
    /// Notes that an update has applied deltas: the `deltas` of the slots that it writes.
    func didApply(_ update: RowUpdate)
    /// Notes that rows outside of the caller's change set will be deleted.
    func willDelete(_ keys: [ObjectKey]) throws
    /// The columns of the violated unique index; nil for any other error.
    func violatedColumns(_ error: any Error) -> [String]?
    /// Whether the database has refused to compute a number because it is too large.
    func isOverflow(_ error: any Error) -> Bool
    /// Locks rows against other writers until the transaction ends; false where no other writer can be at work.
    func lock(_ keys: [ObjectKey]) throws -> Bool
    /// Runs a statement that may violate a unique index; the transaction goes on after an error.
    func attempt(_ body: () throws -> Void) throws
    /// Writes a part of a batch in the backend's own way; nil lets the engine write it row by row.
    func write(_ changes: ChangeSet) throws -> WriteResult?
    /// Settles the values that triggers have computed, before they are read back.
    func finishComputedValues(_ mapping: StoreMapping) throws
    /// The rows that the database itself has changed in this transaction: their entities' numbers in the file, and their
    /// keys.
    func computedRows() -> [(fileNumber: Int64, number: Int64)]
}

extension WriteSupport {
    // A database with one writer, whose numbers become fractions, needs none of these.
    package func lock(_ keys: [ObjectKey]) throws -> Bool { false }
    package func isOverflow(_ error: any Error) -> Bool { false }
    package func attempt(_ body: () throws -> Void) throws { try body() }
    package func write(_ changes: ChangeSet) throws -> WriteResult? { nil }
}

/// The result of writing a change set, before the commit.
package enum WriteOutcome {
    /// Everything is written. The rows are those whose stored state may differ from the change set.
    case written(rows: [Row])
    /// At least one refusal: the caller must roll back.
    case refused([PendingConflict])
}

/// A refusal inside of the transaction; its rows are read after the rollback.
package enum PendingConflict {
    case version(ObjectKey)
    /// `values` are the values that the refused row wanted in `columns`.
    case constraint(key: ObjectKey, attributes: [String], columns: [String], values: [SQLBinding])
    /// A row wants values that another stored row has, or that another row of the change set wants.
    case taken(key: ObjectKey, attributes: [String], by: ObjectKey?)
    /// A member that a deleted row would leave behind.
    case danglingMember(owner: ObjectKey, slot: Int, member: ObjectKey)
}
