// SPDX-License-Identifier: Apache-2.0
// What comes of NSPersistentHistoryChangeRequest.

import Foundation

/// What a history request gives.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// `true`.
    case statusOnly = 0
    /// An array with the IDs of the changed objects, each once.
    case objectIDs = 1
    /// The number of transactions.
    case count = 2
    /// An array of transactions without their changes.
    case transactionsOnly = 3
    /// An array of changes.
    case changesOnly = 4
    /// An array of transactions with their changes.
    case transactionsAndChanges = 5
}

/// The result of a history request.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// What the request asked for; its type is that of `resultType`.
    public let result: Any?
    /// What the request asked for.
    public let resultType: NSPersistentHistoryResultType

    init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
        self.result = result
        self.resultType = resultType
        super.init()
    }
}
