// SPDX-License-Identifier: Apache-2.0
// A store that a migration opens: URL, type and options.

import Foundation
import Perdure
import PerdureModel

/// A store as programs name it.
struct StorePlace {
    var url: URL
    let type: String
    var options: [AnyHashable: Any]
    /// The configuration whose entities the store has; nil for all.
    var configuration: String?

    init(_ url: URL, _ type: String, _ options: [AnyHashable: Any]?) {
        (self.url, self.type, self.options) = (url, type, options ?? [:])
    }

    /// The operations on the store while it is closed; nil for one of a program's own type.
    var files: (any StoreFiles)? { NSPersistentStoreCoordinator.storeFiles(ofType: type, options) }

    /// What errors show of the URL.
    var shown: URL { NSPersistentStoreCoordinator.shownURL(url) }

    /// What tells the store from all others.
    var identity: String {
        files?.identity(of: url)
            ?? (url.isFileURL ? url.resolvingSymlinksInPath().standardizedFileURL.path : url.absoluteString)
    }

    /// The store, opened to be read only.
    var readOnly: StorePlace {
        var place = self
        place.options[NSReadOnlyPersistentStoreOption] = true
        place.options[NSMigratePersistentStoresAutomaticallyOption] = nil
        place.options[NSInferMappingModelAutomaticallyOption] = nil
        place.options[NSPersistentHistoryTrackingKey] = nil
        place.options.merge(files?.readingOptions ?? [:]) { $1 }
        return place
    }

    /// Whether the store has an entity; a mapping without one on this side fits every store.
    func holds(_ entity: NSEntityDescription?, _ model: NSManagedObjectModel) -> Bool {
        guard let entity, let configuration else { return true }
        return model.entities(forConfigurationName: configuration)?.contains { $0.name == entity.name }
            ?? false
    }
}
