// SPDX-License-Identifier: Apache-2.0
// A store's history as values. NSPersistentHistoryTransaction and NSPersistentHistoryChange are their public faces;
// CommitAuthor.swift is what a save adds to the history.

/// One commit in a store's history.
public struct HistoryTransaction: Sendable {
    /// Counts up from 1, without gaps, and never begins anew.
    public var number: Int64
    /// Seconds since 2001.
    public var timestamp: Double
    /// Who made the commit.
    public var author: CommitAuthor
    /// The program that made the commit.
    public var bundleID: String?
    /// The process that made the commit.
    public var processID: String?
    /// The changes in the order of their writing; empty where the reader did not ask for them.
    public var changes: [HistoryChange] = []

    /// Makes a transaction without changes.
    public init(
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
public struct HistoryChange: Sendable {
    /// Raw values are those of the files and of NSPersistentHistoryChangeType.
    public enum Kind: Int64, Sendable { case insert = 0, update, delete }

    /// The change's number.
    public var number: Int64
    /// The row.
    public var key: ObjectKey
    /// What was done.
    public var kind: Kind
    /// The slots that an update wrote.
    public var slots: [Int] = []
    /// The values of a deleted row that its entity preserves; null for values that were nil.
    public var tombstone: [SlotChange] = []
    /// The changes that an update applied to mergeable attributes.
    public var deltas: [SlotDelta] = []

    /// Makes a change.
    public init(number: Int64, key: ObjectKey, kind: Kind) {
        self.number = number
        self.key = key
        self.kind = kind
    }
}

/// A place in a store's history.
public enum HistoryPoint: Sendable, Hashable {
    case beginning
    /// A transaction.
    case number(Int64)
    /// Seconds since 2001.
    case time(Double)
}

/// Which transactions a store still has.
public struct HistoryRange: Sendable, Hashable {
    /// The number of the oldest transaction that is kept; nil when none is.
    public var oldest: Int64?
    /// The number of the newest transaction that there ever was; 0 before the first.
    public var newest: Int64

    /// Makes a range.
    public init(oldest: Int64?, newest: Int64) {
        self.oldest = oldest
        self.newest = newest
    }

    /// Whether a transaction has existed, and the store still has all transactions after it.
    public func covers(after number: Int64) -> Bool {
        guard number <= newest else { return false }
        // Numbers from a file may be `Int64.min` and `Int64.max` too.
        return oldest.map { number >= $0 || number == $0 &- 1 } ?? (number == newest)
    }
}

/// A store's history.
///
/// All methods may be called from any thread.
public protocol StoreHistory: AnyObject, Sendable {
    /// Whether the store cannot be written, because it has a history and was opened to keep none.
    var isLocked: Bool { get }

    /// The transactions that the store has.
    func range() throws -> HistoryRange

    /// The transactions after a point, oldest first, with the range at the time of the read.
    func transactions(after point: HistoryPoint, withChanges: Bool) throws -> (
        range: HistoryRange, transactions: [HistoryTransaction]
    )

    /// Deletes the transactions that are older than a point, and returns how many there were.
    func delete(before point: HistoryPoint) throws -> Int
}
