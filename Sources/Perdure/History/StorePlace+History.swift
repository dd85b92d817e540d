// SPDX-License-Identifier: Apache-2.0
// The options by which a store keeps a history, and tells of its commits with tokens.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// Option: true notes each commit in the store's history, which `NSPersistentHistoryChangeRequest` reads.
///
/// A dictionary counts as true. Stores other than SQLite files keep no history, and ignore it.
///
/// ## Compatibility
/// Without the option, a store that has a history is opened read-only, and standard error says so: commits would be
/// missing in it. Delete the history before `Date.distantFuture` first.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"

/// userInfo key of a remote change: the token of the newest transaction; only of a store that keeps a history.
public let NSPersistentHistoryTokenKey = "historyToken"

extension StorePlace {
    /// Whether the options ask for a history.
    var tracksHistory: Bool {
        options?[NSPersistentHistoryTrackingKey] is [AnyHashable: Any] || flag(NSPersistentHistoryTrackingKey)
    }
}
