// SPDX-License-Identifier: Apache-2.0
// Keeps the UUIDs of a coordinator's stores apart: object IDs and URIs name their store by it.

import Foundation

extension NSPersistentStoreCoordinator {
    /// Refuses a store that has the UUID of another one: it is a copy of it, and an ID would name an object in each.
    ///
    /// - Throws: 134080 that names both stores.
    final func requireOwnIdentifier(_ store: EngineStore) throws {
        // Stores of the program's own may have none.
        guard let identifier = store.identifier, !identifier.isEmpty,
            let other = engineStores.first(where: { $0.identifier == identifier })
        else { return }
        let (path, otherPath) = (Self.place(of: store), Self.place(of: other))
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreOpenError,
            userInfo: [
                NSFilePathErrorKey: path,
                NSLocalizedDescriptionKey:
                    "The store at \"\(path)\" has the UUID \(identifier) of the store at \"\(otherPath)\", which belongs to "
                    + "this coordinator already, so object IDs could not tell their objects apart. Give the copy a UUID of "
                    + "its own (the class method setMetadata with NSStoreUUIDKey), or open it with another coordinator.",
            ])
    }

    private static func place(of store: EngineStore) -> String {
        store.url.map { $0.isFileURL ? $0.path : $0.absoluteString } ?? store.type
    }
}
