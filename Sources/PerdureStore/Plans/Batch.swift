// SPDX-License-Identifier: Apache-2.0
// A batch as a value: work on many rows that a store does by itself, without any context. BatchUpdate.swift and
// BatchDeletion.swift describe the work; `StoreEngine.prepare(_:by:)` does it. New rows need no batch of their own: they are a
// change set.

/// What a store does with many rows at once.
package enum Batch: Sendable {
    case update(BatchUpdate)
    case deletion(BatchDeletion)
}

/// Which rows a batch has changed.
package struct BatchOutcome: Sendable {
    /// The rows that got new values, and the slots that were written.
    package var updated: [ObjectKey] = []
    package var slots: [Int] = []
    package var deleted: [ObjectKey] = []
    /// Rows that lost references to deleted rows.
    package var unlinked: [UnlinkedRows] = []
    /// Other rows for which the store computed values.
    package var computed: [ObjectKey] = []

    package init() {}

    /// The rows that the batch changed besides its own.
    package var touched: [ObjectKey] { unlinked.flatMap(\.keys) + computed }
    package var all: [ObjectKey] { updated + deleted + touched }
}

/// Rows whose relationship has lost an object.
package struct UnlinkedRows: Sendable {
    package var slot: Int
    package var keys: [ObjectKey]

    package init(slot: Int, _ keys: [ObjectKey]) {
        self.slot = slot
        self.keys = keys
    }
}

/// A batch that is written but not yet committed.
package struct PreparedBatch {
    package let outcome: BatchOutcome
    /// Commits the batch, or rolls it back.
    package let commit: any PreparedCommit

    package init(_ outcome: BatchOutcome, _ commit: any PreparedCommit) {
        self.outcome = outcome
        self.commit = commit
    }
}
