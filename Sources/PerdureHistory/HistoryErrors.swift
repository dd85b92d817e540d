// SPDX-License-Identifier: Apache-2.0
// The wording of errors in history requests.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureModel

/// The errors of history requests.
enum HistoryErrors {
    /// 134091: a store that keeps no history.
    static func untracked(_ stores: [NSPersistentStore]) -> NSError {
        let names = stores.map { "\"\($0.url?.path ?? $0.type)\"" }.joined(separator: ", ")
        return error(
            NSPersistentStoreUnsupportedRequestTypeError,
            (names.isEmpty
                ? "The coordinator has no store that keeps a history. "
                : "There is no history of the store \(names). ")
                + "Add SQLite stores with the option NSPersistentHistoryTrackingKey.", stores)
    }

    /// 134301: transactions after a token have been deleted.
    static func expired(_ token: NSPersistentHistoryToken, _ store: NSPersistentStore) -> NSError {
        error(
            NSPersistentHistoryTokenExpiredError,
            "The history token \(token) is too old: transactions behind it have been deleted from the history of "
                + "the store \"\(store.url?.path ?? store.type)\". Read the objects anew, and go on with "
                + "currentPersistentHistoryToken(fromStores:).", [store])
    }

    /// 134301: a token with a transaction that the store has never had.
    static func ahead(_ token: NSPersistentHistoryToken, _ store: NSPersistentStore, newest: Int64) -> NSError
    {
        error(
            NSPersistentHistoryTokenExpiredError,
            "The history token \(token) is of no use any more: the newest transaction of the store "
                + "\"\(store.url?.path ?? store.type)\" is \(newest), so an older copy must have taken its place. "
                + "Read the objects anew, and go on with currentPersistentHistoryToken(fromStores:).", [store]
        )
    }

    static func unknownKey(_ key: String, _ entity: NSEntityDescription) -> CoreDataException {
        let names = entity.properties.map(\.name).joined(separator: ", ")
        return .invalidArgument(
            "keypath \(key) not found in entity \(entity.name ?? "") of the history. It has: \(names).")
    }

    static func unknownEntity(_ name: String?) -> CoreDataException {
        .invalidArgument(
            "A fetch request for the history asks for the entity \"\(name ?? "none")\". Use "
                + "NSPersistentHistoryTransaction.entityDescription(with:), or that of NSPersistentHistoryChange."
        )
    }

    private static func error(_ code: Int, _ text: String, _ stores: [NSPersistentStore]) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: [NSLocalizedDescriptionKey: text, NSAffectedStoresErrorKey: stores])
    }
}
