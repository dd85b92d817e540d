// SPDX-License-Identifier: Apache-2.0
// Inserts rows page by page, so that nobody holds all of them: one transaction over many change sets. Insertions that fit into
// memory need only a change set.

/// One transaction that takes new rows in pages; used by one thread at a time, not always by the same one.
///
/// It keeps the store's write lock until its commit or its rollback; when it is dropped, it rolls back.
public protocol PagedInsertion: AnyObject {
    /// Gives out primary keys for the next page, as an engine does.
    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys

    /// Writes a page; a page with conflicts is not written, and all pages before it stay.
    ///
    /// A row of an earlier page causes the same conflicts as a row that the store held before.
    func write(_ page: ChangeSet) throws -> CommitResult

    /// Ends the writing; only the commit of all pages is left to do.
    func prepared() throws -> any PreparedCommit

    /// Rolls back all pages.
    func rollback()
}

/// A paged insertion into a store that checks references with each page, unless it is told otherwise.
package protocol ForwardInsertion: PagedInsertion {
    /// Lets rows lead to rows of later pages: the commit fails where a row is still missing then.
    func allowForwardReferences()
}

/// A store whose reads may have to wait until a write has ended.
package protocol SerialReads: StoreReader {
    /// Whether a read waits for the end of a transaction that another call has begun, such as a paged insertion.
    ///
    /// Who reads on the thread that is to end the transaction would wait for itself.
    var readsWaitForWrites: Bool { get }
}

extension StoreEngine {
    // Stores that run no batches need not say so.
    /// Throws `StoreError.unsupported`: the default for stores that run no batches.
    public func beginInsertion(by author: CommitAuthor) throws -> any PagedInsertion {
        throw StoreError.unsupported(UnsupportedRequest("the store runs no batch requests"))
    }
}
