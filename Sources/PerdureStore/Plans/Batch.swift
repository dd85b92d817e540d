// SPDX-License-Identifier: Apache-2.0
// A batch as a value: work on many rows that a store does by itself, without any context. BatchUpdate.swift and
// BatchDeletion.swift describe the work; `StoreEngine.prepare(_:by:)` does it. New rows need no batch of their own: they are a
// change set.

/// What a store does with many rows at once.
public enum Batch: Sendable {
    case update(BatchUpdate)
    case deletion(BatchDeletion)
}

/// Which rows a batch has changed.
public struct BatchOutcome: Sendable {
    /// The rows that got new values, and the slots that were written.
    public var updated: [ObjectKey] = []
    /// The slots that were written.
    public var slots: [Int] = []
    /// The rows that are gone.
    public var deleted: [ObjectKey] = []
    /// Rows that lost references to deleted rows.
    public var unlinked: [UnlinkedRows] = []
    /// Other rows for which the store computed values.
    public var computed: [ObjectKey] = []

    /// An outcome without rows.
    public init() {}

    /// The rows that the batch changed besides its own.
    public var touched: [ObjectKey] { unlinked.flatMap(\.keys) + computed }
    /// All rows that the batch changed.
    public var all: [ObjectKey] { updated + deleted + touched }
}

/// Rows whose relationship has lost an object.
public struct UnlinkedRows: Sendable {
    /// The relationship's slot.
    public var slot: Int
    /// The rows.
    public var keys: [ObjectKey]

    /// Names rows.
    public init(slot: Int, _ keys: [ObjectKey]) {
        self.slot = slot
        self.keys = keys
    }
}

/// A batch that is written but not yet committed.
public struct PreparedBatch {
    /// Which rows have changed.
    public let outcome: BatchOutcome
    /// Commits the batch, or rolls it back.
    public let commit: any PreparedCommit

    /// Makes the answer of an engine.
    public init(_ outcome: BatchOutcome, _ commit: any PreparedCommit) {
        self.outcome = outcome
        self.commit = commit
    }
}
