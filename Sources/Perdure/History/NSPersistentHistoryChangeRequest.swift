// SPDX-License-Identifier: Apache-2.0
// A question for the history, or the wish to forget the older part of it. HistoryFetch.swift answers, HistoryRemoval.swift
// forgets.

import Foundation
import PerdureStore

/// Reads the history of stores, or deletes its older part.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
/// ```
///
/// All stores that keep a history are asked, or those in `affectedStores`; transactions of several stores come in the order
/// of their time. Costs one read of each store, of up to four statements, and of several stores one more for each
/// transaction; all transactions and changes of the answer are in memory then.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    /// A place in the history.
    enum Place {
        case beginning
        case date(Date)
        case token(NSPersistentHistoryToken)
    }

    private(set) final var place = Place.beginning
    private(set) final var deletes = false

    /// What the result holds: transactions with their changes for a fetch, `statusOnly` for a deletion, unless it is set.
    open var resultType = NSPersistentHistoryResultType.transactionsAndChanges

    /// Which transactions or changes match, in which order, and how many: a request for the entity of one of the two.
    ///
    /// A predicate for changes leaves out the other changes, and the transactions that have none then.
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

    /// Asks for the transactions whose time is later.
    open class func fetchHistory(after date: Date) -> Self { make(.date(date), deletes: false) }

    /// Asks for the transactions behind a bookmark; nil asks for all.
    ///
    /// Executing the request throws 134301 when some of them have been deleted.
    open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
        make(token.map { .token($0) }, deletes: false)
    }

    /// Asks for the transactions behind another one; nil asks for all.
    ///
    /// Executing the request throws 134301 when some of them have been deleted.
    open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        fetchHistory(after: transaction?.token)
    }

    /// Asks for the transactions or changes that a fetch request describes.
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

    /// Asks for the transactions or changes that a fetch request of any type describes.
    ///
    /// ## Compatibility
    /// An addition, because a request cannot be cast to `NSFetchRequest<NSFetchRequestResult>` on Linux.
    public class func fetchHistory<Result: NSFetchRequestResult>(
        withFetch fetchRequest: NSFetchRequest<Result>
    ) -> Self { fetchHistory(withFetch: fetchRequest.erased()) }

    /// Deletes the transactions whose time is earlier.
    open class func deleteHistory(before date: Date) -> Self { make(.date(date), deletes: true) }

    /// Deletes the transactions before that of a bookmark, which stays; nil deletes none.
    open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        make(token.map { .token($0) }, deletes: true)
    }

    /// Deletes the transactions before another one, which stays; nil deletes none.
    open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
        deleteHistory(before: transaction?.token)
    }

    /// The bookmark that the request was made with, or that of its transaction.
    open var token: NSPersistentHistoryToken? {
        if case .token(let token) = place { return token }
        return nil
    }

    /// The kind of a fetch.
    ///
    /// ## Compatibility
    /// Core Data has no public kind for requests about history.
    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    override func result(of coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext)
        throws
        -> NSPersistentStoreResult?
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
