// SPDX-License-Identifier: Apache-2.0
// Finding stores by URL and object IDs by URI.

import Foundation
import PerdureStore

extension NSPersistentStoreCoordinator {
    /// The store at a URL, or nil.
    public func persistentStore(for url: URL) -> NSPersistentStore? {
        let wanted = Self.canonical(url)
        return persistentStores.first { $0.url.map(Self.canonical) == wanted }
    }

    /// The URL of a store.
    public func url(for store: NSPersistentStore) -> URL { store.url ?? URL(fileURLWithPath: "/dev/null") }

    /// Sets the URL of a store that is neither an SQLite store nor on a server.
    ///
    /// ## Compatibility
    /// An open file cannot be moved: the method returns false for SQLite stores, and for those on servers.
    ///
    /// - Parameters:
    ///   - url: the new URL.
    ///   - store: a store of this coordinator.
    /// - Returns: whether the store took the URL.
    public func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
        guard ![NSSQLiteStoreType, StoreTypes.serverType].contains(store.type),
            persistentStores.contains(where: { $0 === store })
        else { return false }
        store.url = url
        return true
    }

    /// The ID that a URI names; nil for text that is no such URI, and for a URI of a store that is not open.
    ///
    /// Does not read the store of the URI: the object may not exist. Where that store is not open, the open stores that are copies
    /// of others are asked for the object's former URI, which costs one query for each of them.
    ///
    /// ## Compatibility
    /// Apple's framework knows no former URIs; `perdure store copy` notes them.
    public func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard let uri = ObjectURI(url) else { return nil }
        guard let store = store(identified: uri.storeIdentifier) else { return formerID(uri) }
        guard let layout = store.engine.schema.entity(named: uri.entityName), store.holds(layout),
            let number = store.namespace.isNamed
                ? store.namespace.naming?.number(named: uri.name, entity: layout.number) : uri.number
        else { return nil }
        return store.namespace.id(store.engine.schema.key(entity: layout.number, number: number))
    }

    /// The store with an identifier, in which case does not matter: it is compared last, because that is slow.
    private func store(identified identifier: String) -> EngineStore? {
        let stores = engineStores
        return stores.first { $0.identifier == identifier }
            ?? stores.first { $0.identifier.caseInsensitiveCompare(identifier) == .orderedSame }
    }

    /// The ID of the object that had a URI in a store of which an open one is a copy.
    private func formerID(_ uri: ObjectURI) -> NSManagedObjectID? {
        guard let number = uri.number else { return nil }
        let name = FormerName.uri(store: uri.storeIdentifier, entity: uri.entityName, number: number)
        for store in engineStores {
            guard let engine = store.engine as? any CopyableEngine,
                // A store that cannot be read knows no name; the URI is as unknown as it was.
                let found = try? engine.object(formerly: name),
                let layout = store.engine.schema.entity(named: found.entity), store.holds(layout)
            else { continue }
            return store.namespace.id(store.engine.schema.key(entity: layout.number, number: found.number))
        }
        return nil
    }

    /// The ID that the text of a URI names; nil for text that is no such URI, and for a URI of a store that is not
    /// open.
    public func managedObjectID(for string: String) -> NSManagedObjectID? {
        URL(string: string).flatMap { managedObjectID(forURIRepresentation: $0) }
    }

    /// The one spelling of a file's URL that comparisons use.
    static func canonical(_ url: URL) -> URL {
        url.isFileURL ? url.standardizedFileURL.resolvingSymlinksInPath() : StoreTypes.shownURL(url)
    }
}
