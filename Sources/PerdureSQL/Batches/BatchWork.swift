// SPDX-License-Identifier: Apache-2.0
// A batch as statements: translated before any lock is taken, run within one transaction of a backend. Updates are in
// BatchUpdateWork.swift, deletions in BatchDeletionWork.swift; SQLEngine+Batches.swift chooses.

import PerdureStore

/// A translated batch.
package protocol BatchWork {
    /// Does the work within a transaction that the caller has begun and will end.
    ///
    /// - Throws: when anything is wrong; the caller must roll back then.
    func run(on connection: any SQLConnection, _ support: any WriteSupport) throws -> BatchOutcome
}
