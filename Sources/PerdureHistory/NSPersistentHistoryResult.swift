// SPDX-License-Identifier: Apache-2.0
// The result of NSPersistentHistoryChangeRequest.

import Foundation
import Perdure

/// The content of a history request's result.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// The value `true`.
    case statusOnly = 0
    /// An array with the ID of each changed object, without duplicates.
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
    /// The value that the request asked for; `resultType` determines its type.
    public let result: Any?
    /// The content that the request asked for.
    public let resultType: NSPersistentHistoryResultType

    init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
        self.result = result
        self.resultType = resultType
        super.init()
    }
}
