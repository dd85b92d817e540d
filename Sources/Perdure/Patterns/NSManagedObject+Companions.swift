// SPDX-License-Identifier: Apache-2.0
// Objects that live for as long as a managed object has its values: tokens of observations, results of fetches.
// They are kept in SlotExtras, and so they go when the values go.

import Foundation

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// Keeps an object for as long as the receiver has its values.
    ///
    /// It is let go when the receiver turns into a fault or is freed. A token that ends an observation when it is freed
    /// is kept here by `awakeFromFetch` and `awakeFromInsert`; so there is one observation per object, none for a fault:
    ///
    /// ```swift
    /// override func awakeFromFetch() {
    ///     super.awakeFromFetch()
    ///     keepWhileRealized(Observation(of: managedObjectContext) { [weak self] in self?.cache = nil }, forKey: "domains")
    /// }
    /// ```
    ///
    /// Fires the fault. Saving, rollback and undo keep companions; refreshing and `reset()` let them go.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - companion: the object to keep, in place of a former one with the same key; nil keeps none.
    ///   - key: a name of the program's own.
    public func keepWhileRealized(_ companion: AnyObject?, forKey key: String) {
        keepCompanion(companion, for: key)
    }

    /// The object that is kept under a key; nil for a fault, which is not fired.
    public func companion(forKey key: String) -> AnyObject? { companion(for: key) }
}

extension NSManagedObject {
    final func keepCompanion(_ companion: AnyObject?, for key: some Hashable) {
        if slots.isFault { fireFault() }
        slots.makeExtras()?.companions[AnyHashable(key)] = companion
    }

    final func companion(for key: some Hashable) -> AnyObject? {
        slots.extras?.companions[AnyHashable(key)]
    }
}
