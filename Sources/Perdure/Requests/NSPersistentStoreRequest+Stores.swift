// SPDX-License-Identifier: Apache-2.0
// The stores that a request is sent to. The request keeps them without their type, which stands above the model.

import PerdureModel

extension NSPersistentStore: RequestedStore {}

extension NSPersistentStoreRequest {
    /// The stores to send the request to; nil for all stores that have the entity.
    public final var affectedStores: [NSPersistentStore]? {
        // No other class conforms.
        get { addressedStores?.compactMap { $0 as? NSPersistentStore } }
        set { addressedStores = newValue }
    }
}

extension AnyFetchRequest {
    /// The stores to fetch from; nil for all stores that have the entity.
    package var affectedStores: [NSPersistentStore]? {
        get { addressedStores?.compactMap { $0 as? NSPersistentStore } }
        set { addressedStores = newValue }
    }
}
