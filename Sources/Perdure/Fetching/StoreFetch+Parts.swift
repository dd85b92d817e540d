// SPDX-License-Identifier: Apache-2.0
// A fetch of faults whose keys come while the store still reads their rows. Part of StoreFetch.swift.

import PerdureStore

extension StoreFetch {
    /// Gives the keys of the matching objects in their order.
    ///
    /// - Returns: false when the store gives no parts, they are not current, or the file of a large value is not there: then what was
    ///   given counts for nothing, and the caller must read again.
    func parts(_ use: ([ObjectKey], ObjectIDNamespace) -> Void) throws -> Bool {
        guard stores.count == 1, let reader = stores[0].reader as? any PartReader else {
            return false
        }
        let (view, planner) = (stores[0], FetchPlanner(fetch))
        let plan = planner.localized(try planner.plan(shape: .rows), to: view.store)
        let namespace: ObjectIDNamespace = view.store.namespace
        return try NSPersistentStoreCoordinator.translatingErrors(view.store.url) {
            do {
                return try view.rows.readingParts { keep in
                    try reader.fetch(plan) { rows in use(keep(&rows), namespace) }
                }
            } catch StoreError.externalData {
                // Another engine may have replaced the value of a row that the statement still saw. The next read sees the new
                // row, or misses the same file.
                return false
            }
        }
    }
}
