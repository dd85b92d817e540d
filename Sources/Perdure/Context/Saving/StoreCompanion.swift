// SPDX-License-Identifier: Apache-2.0
// What a save does besides in one store's transaction. NSManagedObjectContext+Companion.swift begins such a save, StoreSave.swift
// hands it to the store.

import PerdureStore

/// What a save does besides, and where.
struct StoreCompanion {
    let store: NSPersistentStore
    let companion: any SaveCompanion
}
