// SPDX-License-Identifier: Apache-2.0
// Companions of a managed object: objects that live as long as its values, such as observation tokens and fetch results.
// SlotExtras keeps them, so they are released with the values.

import Foundation

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// Keeps an object for as long as the receiver has its values.
    ///
    /// The object is released when the receiver turns into a fault or is freed. Call this in `awakeFromFetch` and
    /// `awakeFromInsert` with a token whose deinit ends an observation. So there is one observation per object, none for
    /// a fault:
    ///
    /// ```swift
    /// override func awakeFromFetch() {
    ///     super.awakeFromFetch()
    ///     keepWhileRealized(Observation(of: managedObjectContext) { [weak self] in self?.cache = nil }, forKey: "domains")
    /// }
    /// ```
    ///
    /// Fires the fault. Saving, rollback and undo keep companions; refreshing and `reset()` release them.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - companion: the object to keep, in place of a former one with the same key; nil keeps none.
    ///   - key: a name that the program chooses.
    public func keepWhileRealized(_ companion: AnyObject?, forKey key: String) {
        keepCompanion(companion, for: key)
    }

    /// The object that is kept under a key; nil for a fault, which is not fired.
    public func companion(forKey key: String) -> AnyObject? { companion(for: key) }
}

extension NSManagedObject {
    package final func keepCompanion(_ companion: AnyObject?, for key: some Hashable) {
        if slots.isFault { fireFault() }
        slots.makeExtras()?.companions[AnyHashable(key)] = companion
    }

    package final func companion(for key: some Hashable) -> AnyObject? {
        slots.extras?.companions[AnyHashable(key)]
    }
}
