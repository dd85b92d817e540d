// SPDX-License-Identifier: Apache-2.0
// Finding stores by URL and object IDs by URI.

import Foundation

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
    /// Does not read the store: the object may not exist.
    public func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard let uri = ObjectURI(url) else { return nil }
        guard
            let store = engineStores.first(where: {
                $0.identifier.caseInsensitiveCompare(uri.storeIdentifier) == .orderedSame
            }),
            let layout = store.engine.schema.entity(named: uri.entityName), store.holds(layout),
            let number = store.namespace.isNamed
                ? store.namespace.naming?.number(named: uri.name, entity: layout.number) : uri.number
        else { return nil }
        return store.namespace.id(store.engine.schema.key(entity: layout.number, number: number))
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
