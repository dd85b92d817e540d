// SPDX-License-Identifier: Apache-2.0
// What a save tells of itself to a store that keeps a history. Part of ChangeSet.swift; HistoryRecord.swift is what
// comes up again.

/// Who makes a commit.
package struct CommitAuthor: Sendable, Hashable {
    /// `transactionAuthor` of the context.
    package var author: String?
    /// The context's name.
    package var contextName: String?

    package init(author: String? = nil, contextName: String? = nil) {
        self.author = author
        self.contextName = contextName
    }
}

/// What only a store with a history needs to know of a change set.
package struct HistoryNotes: Sendable {
    package var author: CommitAuthor
    /// To-many relationships of updated rows that have other members or another order: no slot of theirs tells.
    package var members: [ObjectKey: [Int]] = [:]

    package init(_ author: CommitAuthor) { self.author = author }
}

extension ChangeSet {
    /// Who commits, as far as the change set says it.
    package var author: CommitAuthor { history?.author ?? CommitAuthor() }
}
