// SPDX-License-Identifier: Apache-2.0
// Where a migration by a mapping model makes its new store: a file beside a file (PerdureMigration), a namespace beside one of a
// server (PerdurePostgreSQLStores).

import Foundation

/// A place for a new store beside another one, which is its owner's alone as long as the value lives.
package protocol ClaimedPlace: AnyObject {
    /// Where the new store is made.
    var url: URL { get }
    /// The options with which it is opened: those of the other store, and what tells both apart.
    var options: [AnyHashable: Any] { get }

    /// Makes the new store a copy of the other one.
    ///
    /// - Parameter timeout: seconds to wait for locks.
    /// - Throws: `StoreError` and the system's errors.
    func fill(timeout: TimeInterval) throws
    /// Puts the content of the new store, which is closed, in the place of the other's, in one transaction; makes the other one where
    /// it is missing.
    ///
    /// - Parameters:
    ///   - timeout: seconds to wait for locks.
    ///   - whileLocked: is called after others are locked out and before anything is written.
    /// - Throws: what `whileLocked` throws; the other store is unchanged then, as after any other error.
    func replace(timeout: TimeInterval, whileLocked: () throws -> Void) throws
    /// Removes the new store, as far as it is there.
    func remove()
}

extension NSPersistentStoreCoordinator {
    /// What may be shown of a URL: one of a server may have a password in it.
    package static func shownURL(_ url: URL) -> URL { StoreTypes.shownURL(url) }
}
