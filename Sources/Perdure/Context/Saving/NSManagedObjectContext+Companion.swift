// SPDX-License-Identifier: Apache-2.0
// A save that does something besides in a store's transaction: a door for modules whose stores have one. StoreCompanion.swift is what
// it carries.

import PerdureBase
import PerdureStore

extension NSManagedObjectContext {
    /// Saves, with something else in the transaction of one store; it is done also when nothing has changed.
    ///
    /// - Parameters:
    ///   - companion: what the store's engine knows. It may be asked more than once, until the save succeeds.
    ///   - store: the store of the transaction.
    /// - Throws: what `save()` throws; an invalid argument for a context without that store, or with a parent.
    package final func save(with companion: any SaveCompanion, in store: NSPersistentStore) throws {
        guard !hasParent else {
            throw CoreDataException.invalidArgument(
                "The context has a parent, into which it saves, and no transaction; use the context above all others."
            )
        }
        guard persistentStoreCoordinator?.persistentStores.contains(where: { $0 === store }) == true else {
            throw CoreDataException.invalidArgument(
                "The context's coordinator does not have the store; add it first.")
        }
        // A save within a save ends without a word where nothing has changed; this one has something to do.
        guard self.companion == nil, phase == .idle else { throw ContextErrors.savingAlready }
        self.companion = StoreCompanion(store: store, companion: companion)
        defer { self.companion = nil }
        try save()
    }
}
