// SPDX-License-Identifier: Apache-2.0
// Translates batches and runs them. BatchUpdateTranslator.swift and BatchDeletionWork.swift do the work.

import PerdurePredicates
import PerdureStore

extension SQLEngine {
    /// Translates a batch to statements.
    ///
    /// - Throws: `StoreError.unsupported` for an expression without a form in SQL.
    package func work(for batch: Batch) throws -> any BatchWork {
        switch batch {
        case .update(let update): try BatchUpdateTranslator(self, update.rows).work(update.assignments)
        case .deletion(let deletion): try BatchDeletionWork(self, deletion)
        }
    }

    /// Does the work of a batch within a transaction that the caller has begun and will end.
    ///
    /// - Returns: The changed rows, and separately the rows with computed values that have changed.
    /// - Throws: when anything is wrong; the caller must roll back then.
    package func write(_ work: any BatchWork, on connection: any SQLConnection, support: any WriteSupport)
        throws -> BatchOutcome
    {
        var outcome = try MatchingBudget.limiting { try work.run(on: connection, support) }
        try support.finishComputedValues(mapping)
        let own = Set(outcome.all)
        outcome.computed = computedKeys(support).filter { !own.contains($0) }
        return outcome
    }

    /// The rows that triggers have reported.
    func computedKeys(_ support: any WriteSupport) -> [ObjectKey] {
        support.computedRows().compactMap { row in
            mapping.schemaNumber(fileNumber: row.fileNumber).map {
                schema.key(entity: $0, number: row.number)
            }
        }
    }
}
