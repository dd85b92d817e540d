// SPDX-License-Identifier: Apache-2.0
// Work on many rows that a store does by itself, past all contexts: as a value. What to do is in BatchUpdate.swift;
// `StoreEngine.prepare(_:)` does it. New rows need no batch of their own: they are a change set.

/// What a store does with many rows at once.
package enum Batch: Sendable {
    case update(BatchUpdate)
}

/// Which rows a batch has changed.
package struct BatchOutcome: Sendable {
    /// Rows that it was about and wrote.
    package var updated: [ObjectKey] = []
    package var deleted: [ObjectKey] = []
    /// Other rows: those for which the store computed values, and those that lost a reference.
    package var touched: [ObjectKey] = []

    package init() {}

    package var all: [ObjectKey] { updated + deleted + touched }
}

/// A batch that is written, though nobody sees it yet.
package struct PreparedBatch {
    package let outcome: BatchOutcome
    /// Makes it visible, or forgets it.
    package let commit: any PreparedCommit

    package init(_ outcome: BatchOutcome, _ commit: any PreparedCommit) {
        self.outcome = outcome
        self.commit = commit
    }
}
