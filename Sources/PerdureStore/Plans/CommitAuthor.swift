// SPDX-License-Identifier: Apache-2.0
// What a save says about itself to a store that keeps a history. Part of ChangeSet.swift; HistoryRecord.swift is what the store
// gives back.

/// Who makes a commit.
public struct CommitAuthor: Sendable, Hashable {
    /// `transactionAuthor` of the context.
    public var author: String?
    /// The context's name.
    public var contextName: String?

    /// Names an author.
    public init(author: String? = nil, contextName: String? = nil) {
        self.author = author
        self.contextName = contextName
    }
}

/// What only a store with a history needs to know of a change set.
public struct HistoryNotes: Sendable {
    /// Who makes the commit.
    public var author: CommitAuthor
    /// The slots of to-many relationships whose members or order have changed, by row: no value of the row shows the change.
    public var members: [ObjectKey: [Int]] = [:]

    /// Makes notes without members.
    public init(_ author: CommitAuthor) { self.author = author }
}

extension ChangeSet {
    /// Who commits, as far as the change set says it.
    public var author: CommitAuthor { history?.author ?? CommitAuthor() }
}
