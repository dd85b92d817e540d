// SPDX-License-Identifier: Apache-2.0
// A request that reads history or deletes the older part of it. HistoryFetch.swift reads, HistoryRemoval.swift deletes.

import Foundation
import Perdure
import PerdureModel

/// Reads the history of stores, or deletes its older part.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
/// ```
///
/// The request addresses all stores that keep a history, or those in `affectedStores`. Transactions of several stores are
/// ordered by time. The cost is one read of each store, with up to four statements; with several stores, one more for each
/// transaction. All transactions and changes of the result are then in memory.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest, CoordinatorRequest {
    /// A position in the history.
    enum Place {
        case beginning
        case date(Date)
        case token(NSPersistentHistoryToken)
    }

    private(set) final var place = Place.beginning
    private(set) final var deletes = false

    /// The content of the result: transactions with their changes for a fetch, `statusOnly` for a deletion, unless set.
    open var resultType = NSPersistentHistoryResultType.transactionsAndChanges

    /// The condition, the order and the limit: a fetch request for the entity of transactions or of changes.
    ///
    /// A predicate for changes leaves out all other changes, and all transactions without a matching change.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

    /// Makes a request for the whole history.
    public required override init() { super.init() }

    private static func make(_ place: Place?, deletes: Bool) -> Self {
        let request = Self()
        request.place = place ?? .beginning
        request.deletes = deletes
        if deletes { request.resultType = .statusOnly }
        return request
    }

    /// Makes a request for the transactions after a date.
    open class func fetchHistory(after date: Date) -> Self { make(.date(date), deletes: false) }

    /// Makes a request for the transactions after a token; nil for all.
    ///
    /// Executing the request throws 134301 when some of these transactions have been deleted.
    open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
        make(token.map { .token($0) }, deletes: false)
    }

    /// Makes a request for the transactions after another transaction; nil for all.
    ///
    /// Executing the request throws 134301 when some of these transactions have been deleted.
    open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        fetchHistory(after: transaction?.token)
    }

    /// Makes a request for the transactions or changes that a fetch request describes.
    ///
    /// ```swift
    /// let fetch = NSFetchRequest<any NSFetchRequestResult>()
    /// fetch.entity = NSPersistentHistoryTransaction.entityDescription(with: context)
    /// fetch.predicate = NSPredicate(format: "author != %@", "app")
    /// let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
    /// ```
    open class func fetchHistory(withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self {
        let request = make(.beginning, deletes: false)
        request.fetchRequest = fetchRequest
        return request
    }

    /// Makes a request for the transactions or changes that a fetch request of any type describes.
    ///
    /// ## Compatibility
    /// An addition, because a request cannot be cast to `NSFetchRequest<NSFetchRequestResult>` on Linux.
    public class func fetchHistory<Result: NSFetchRequestResult>(
        withFetch fetchRequest: NSFetchRequest<Result>
    ) -> Self { fetchHistory(withFetch: fetchRequest.erased()) }

    /// Makes a request that deletes the transactions before a date.
    open class func deleteHistory(before date: Date) -> Self { make(.date(date), deletes: true) }

    /// Makes a request that deletes the transactions before the token's transaction, which stays; nil deletes none.
    open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        make(token.map { .token($0) }, deletes: true)
    }

    /// Makes a request that deletes the transactions before another transaction, which stays; nil deletes none.
    open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
        deleteHistory(before: transaction?.token)
    }

    /// The token that the request was made with, or the token of its transaction.
    open var token: NSPersistentHistoryToken? {
        if case .token(let token) = place { return token }
        return nil
    }

    /// The kind of a fetch request.
    ///
    /// ## Compatibility
    /// Core Data has no public kind for requests about history.
    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    package final func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext)
        throws
        -> NSPersistentStoreResult
    {
        deletes
            ? try HistoryRemoval(request: self, coordinator: coordinator).run()
            : try HistoryFetch(request: self, coordinator: coordinator).run()
    }

    /// Makes an equal request that changes independently of this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.place = place
        copy.deletes = deletes
        copy.resultType = resultType
        copy.fetchRequest = fetchRequest.map { $0.copy() as? NSFetchRequest<any NSFetchRequestResult> ?? $0 }
        copy.affectedStores = affectedStores
        return copy
    }
}
