// SPDX-License-Identifier: Apache-2.0
// What a store remembers of its commits, as values. NSPersistentHistoryTransaction and NSPersistentHistoryChange are
// their public faces; a change set says more in CommitAuthor.swift.

/// One commit in a store's history.
package struct HistoryTransaction: Sendable {
    /// Counts up from 1, without gaps, and never begins anew.
    package var number: Int64
    /// Seconds since 2001.
    package var timestamp: Double
    package var author: CommitAuthor
    package var bundleID: String?
    package var processID: String?
    /// In the order in which they were written; none where they were not asked for.
    package var changes: [HistoryChange] = []

    package init(
        number: Int64, timestamp: Double, author: CommitAuthor, bundleID: String?, processID: String?
    ) {
        self.number = number
        self.timestamp = timestamp
        self.author = author
        self.bundleID = bundleID
        self.processID = processID
    }
}

/// What a commit did to one row.
package struct HistoryChange: Sendable {
    /// Raw values are those of the files and of NSPersistentHistoryChangeType.
    package enum Kind: Int64, Sendable { case insert = 0, update, delete }

    package var number: Int64
    package var key: ObjectKey
    package var kind: Kind
    /// The slots that an update wrote.
    package var slots: [Int] = []
    /// Of a deleted row, the values that its entity preserves; null for those that were nil.
    package var tombstone: [SlotChange] = []
    /// Of an update, the changes that were applied to attributes that merge.
    package var deltas: [SlotDelta] = []

    package init(number: Int64, key: ObjectKey, kind: Kind) {
        self.number = number
        self.key = key
        self.kind = kind
    }
}

/// A place in a store's history.
package enum HistoryPoint: Sendable, Hashable {
    case beginning
    /// A transaction.
    case number(Int64)
    /// Seconds since 2001.
    case time(Double)
}

/// Which transactions a store still has.
package struct HistoryRange: Sendable, Hashable {
    /// The number of the oldest one that is kept; nil when none is.
    package var oldest: Int64?
    /// The number of the newest one there ever was; 0 before the first.
    package var newest: Int64

    package init(oldest: Int64?, newest: Int64) {
        self.oldest = oldest
        self.newest = newest
    }

    /// Whether there has been a transaction, and all that came after it is still there.
    package func covers(after number: Int64) -> Bool {
        guard number <= newest else { return false }
        // Numbers of a file may be the smallest and the largest there are.
        return oldest.map { number >= $0 || number == $0 &- 1 } ?? (number == newest)
    }
}

/// A store's history.
///
/// All methods may be called from any thread.
package protocol StoreHistory: AnyObject, Sendable {
    /// Whether the store cannot be written, because it has a history and was opened to keep none.
    var isLocked: Bool { get }

    func range() throws -> HistoryRange

    /// The transactions behind a point, oldest first, with the range as it was then.
    func transactions(after point: HistoryPoint, withChanges: Bool) throws -> (
        range: HistoryRange, transactions: [HistoryTransaction]
    )

    /// Forgets the transactions that are older than a point, and gives how many there were.
    func delete(before point: HistoryPoint) throws -> Int
}
