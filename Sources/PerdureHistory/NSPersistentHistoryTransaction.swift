// SPDX-License-Identifier: Apache-2.0
// One commit in the history. NSPersistentHistoryChange.swift has its changes. HistoryFetch.swift makes both.

import Foundation
import Perdure
import PerdureModel
import PerdurePredicates
import PerdureStore

/// One commit to one store.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] where transaction.author != "app" {
///     context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
/// }
/// ```
open class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
    // Sendable because nothing changes after init.

    final let value: HistoryTransaction
    final let namespace: ObjectIDNamespace
    private let position: NSPersistentHistoryToken
    private let hasChanges: Bool
    private let identifier: String

    init(
        _ value: HistoryTransaction, _ namespace: ObjectIDNamespace, _ identifier: String,
        token: NSPersistentHistoryToken, hasChanges: Bool
    ) {
        self.value = value
        self.namespace = namespace
        self.identifier = identifier
        position = token
        self.hasChanges = hasChanges
    }

    /// The time of the commit, by the clock of the process that made it.
    open var timestamp: Date { Date(timeIntervalSinceReferenceDate: value.timestamp) }

    /// The changes of rows in the order in which they were written; nil when the request asked only for transactions.
    open var changes: [NSPersistentHistoryChange]? {
        hasChanges ? value.changes.map { NSPersistentHistoryChange($0, self) } : nil
    }

    /// The transaction's number in its store.
    open var transactionNumber: Int64 { value.number }

    /// The UUID of the store.
    open var storeID: String { identifier }

    /// The bundle identifier of the program, or the name of a program without a bundle; empty when unknown.
    open var bundleID: String { value.bundleID ?? "" }

    /// The name of the process; empty when unknown.
    open var processID: String { value.processID ?? "" }

    /// The name of the context.
    open var contextName: String? { value.author.contextName }

    /// The `transactionAuthor` of the context.
    open var author: String? { value.author.author }

    /// The token of the position after this transaction.
    ///
    /// ## Compatibility
    /// In a result from several stores, the token has the last transaction of each store up to this point in the result. For a
    /// store that the request did not read, the token keeps the number from the request's token.
    open var token: NSPersistentHistoryToken { position }

    /// The notification that a context would have posted for this commit: object IDs by the keys of notifications.
    ///
    /// Pass it to `mergeChanges(fromContextDidSave:)`. Nothing is posted.
    open func objectIDNotification() -> Notification {
        var groups: [AnyHashable: Set<NSManagedObjectID>] = [:]
        for change in value.changes {
            groups[change.kind.notificationKey, default: []].insert(namespace.id(change.key))
        }
        return Notification(
            name: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil, userInfo: groups)
    }

    // MARK: Fetching

    /// Describes the fields that the predicate of a fetch for transactions can name.
    open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        HistoryEntities.transaction
    }

    /// Describes the fields that the predicate of a fetch for transactions can name.
    open class var entityDescription: NSEntityDescription? { HistoryEntities.transaction }

    /// A new fetch request for transactions, for `NSPersistentHistoryChangeRequest.fetchHistory(withFetch:)`.
    open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        HistoryEntities.fetchRequest(HistoryEntities.transaction)
    }

    // MARK: Identity

    /// Whether both are the same transaction of the same store.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentHistoryTransaction else { return false }
        return other.value.number == value.number && other.identifier == identifier
    }

    /// Equal for equal transactions.
    open override var hash: Int { value.number.hashValue }

    /// Returns the receiver, because a transaction is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The number, the author and the time, for debugging.
    open override var description: String {
        "<NSPersistentHistoryTransaction: \(transactionNumber) by \(author ?? "nobody"), \(timestamp)>"
    }
}

extension NSPersistentHistoryTransaction: CustomReflectable {
    /// A mirror with the description instead of the fields, which lead to rows and models.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}

extension NSPersistentHistoryTransaction: KeyValueReadable {
    package func readValue(forKey key: String) throws -> Any? {
        switch key {
        case "author": author
        case "bundleID": bundleID
        case "contextName": contextName
        case "processID": processID
        case "timestamp": timestamp
        case "token": token
        case "transactionNumber": transactionNumber
        case "storeID": storeID
        case "changes": changes
        default: throw HistoryErrors.unknownKey(key, HistoryEntities.transaction)
        }
    }
}

extension HistoryChange.Kind {
    fileprivate var notificationKey: String {
        switch self {
        case .insert: NSInsertedObjectIDsKey
        case .update: NSUpdatedObjectIDsKey
        case .delete: NSDeletedObjectIDsKey
        }
    }
}
