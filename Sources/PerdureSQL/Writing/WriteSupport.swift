// SPDX-License-Identifier: Apache-2.0
// What a backend adds to the writing of a change set. RowExecutor.swift and SQLEngine.swift ask for it.

import Foundation
import PerdureStore

/// A backend's part in one commit.
package protocol WriteSupport: AnyObject {
    /// The bytes that stand in the column for a value of an attribute with external storage.
    func storeExternal(_ value: Data, entity: String, property: String) throws -> Data
    /// Tells that the value behind these bytes is not needed any more once the commit is done.
    func releaseExternal(_ stored: Data)
    /// Tells that changes of attributes that merge have been applied to a row: those of `deltas` whose slots it writes.
    func didApply(_ update: RowUpdate)
    /// Tells that rows are about to be deleted that no change set names.
    func willDelete(_ keys: [ObjectKey]) throws
    /// The table's columns whose unique index an error complains about; nil for any other error.
    func violatedColumns(_ error: any Error) -> [String]?
    /// Looks at what triggers have computed, before it is read back.
    func settleComputed(_ mapping: StoreMapping) throws
    /// Rows that the database itself has changed in this transaction: file numbers of their entities, and keys.
    func computedRows() -> [(fileNumber: Int64, number: Int64)]
}

/// What became of a change set before the commit.
package enum WriteOutcome {
    /// Everything is written; rows that differ from what the caller can foretell.
    case written(rows: [Row])
    /// At least one refusal: roll back.
    case refused([PendingConflict])
}

/// A refusal, noticed within the transaction; the rows are read after its rollback.
package enum PendingConflict {
    case version(ObjectKey)
    /// `values` are those that the refused row wanted to have in `columns`.
    case constraint(key: ObjectKey, attributes: [String], columns: [String], values: [SQLBinding])
    /// A member that a deleted row would leave behind.
    case straggler(owner: ObjectKey, slot: Int, member: ObjectKey)
}
