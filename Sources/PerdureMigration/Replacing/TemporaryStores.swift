// SPDX-License-Identifier: Apache-2.0
// The files that migrations make beside a store: .<store name>.migrating-<UUID>.

import Foundation
import Perdure
import PerdureStore

/// Temporary stores of migrations.
enum TemporaryStores {
    private static func prefix(_ store: URL) -> String { ".\(store.lastPathComponent).migrating-" }

    /// A name that no other migration uses.
    static func newURL(beside store: URL) -> URL {
        store.deletingLastPathComponent().appendingPathComponent(prefix(store) + UUID().uuidString)
    }

    /// Removes a store with everything that belongs to it.
    ///
    /// What cannot be removed is left to the next opening.
    static func remove(_ url: URL, _ files: any StoreFiles) {
        try? files.destroy(at: url, timeout: 0)
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(url.path + suffix) }
    }

    /// Removes what killed migrations of a store have left.
    ///
    /// Only who holds the store's migration lock may call it.
    static func removeAbandoned(of store: URL, _ files: any StoreFiles) {
        let folder = store.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix(store)) {
            let rest = String(name.dropFirst(prefix(store).count))
            guard UUID(uuidString: rest) != nil else { continue }
            remove(folder.appendingPathComponent(name), files)
        }
    }
}
