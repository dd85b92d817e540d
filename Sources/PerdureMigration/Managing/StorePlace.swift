// SPDX-License-Identifier: Apache-2.0
// A store that a migration opens: URL, type and options.

import Foundation
import Perdure

/// A store as programs name it.
struct StorePlace {
    var url: URL
    let type: String
    var options: [AnyHashable: Any]

    init(_ url: URL, _ type: String, _ options: [AnyHashable: Any]?) {
        (self.url, self.type, self.options) = (url, type, options ?? [:])
    }

    /// The operations on the store's files; nil for a store without files of a known form.
    var files: (any StoreFiles)? { NSPersistentStoreCoordinator.storeFiles(ofType: type) }

    /// The store, opened to be read only.
    var readOnly: StorePlace {
        var place = self
        place.options[NSReadOnlyPersistentStoreOption] = true
        place.options[NSMigratePersistentStoresAutomaticallyOption] = nil
        place.options[NSInferMappingModelAutomaticallyOption] = nil
        place.options[NSPersistentHistoryTrackingKey] = nil
        return place
    }
}
