// SPDX-License-Identifier: Apache-2.0
// The options for keeping a history, and for tokens in remote change notifications.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// Option: true records each commit in the store's history, which `NSPersistentHistoryChangeRequest` reads.
///
/// A dictionary counts as true. Stores other than SQLite files keep no history and ignore the option.
///
/// ## Compatibility
/// Without the option, a store that has a history is opened read-only, because its history would miss commits. A warning goes
/// to standard error. To open the store for writing, delete the history before `Date.distantFuture` first.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"

/// userInfo key of a remote change: the token of the newest transaction, if the store keeps a history.
public let NSPersistentHistoryTokenKey = "historyToken"

extension StoreSpecification {
    /// Whether the options ask for a history.
    package var tracksHistory: Bool {
        options?[NSPersistentHistoryTrackingKey] is [AnyHashable: Any] || flag(NSPersistentHistoryTrackingKey)
    }
}
