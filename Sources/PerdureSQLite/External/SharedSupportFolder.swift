// SPDX-License-Identifier: Apache-2.0
// Whether another store keeps its large values in the same folder. The folder's name drops the store's extension, as Apple's
// does, so Books.db and Books.sqlite share .Books_SUPPORT. Whoever removes files without knowing which row named them asks
// here first.

import Foundation
import PerdureStore

/// The stores beside one store that have the same folder of large values.
struct SharedSupportFolder {
    private let store: URL

    init(of store: String) { self.store = URL(fileURLWithPath: store) }

    /// Whether a file of another store lies beside the store, with the same name up to the extension.
    ///
    /// What cannot be found out counts as yes: a file too many is better than a lost value.
    var hasOtherStore: Bool {
        let folder = store.deletingLastPathComponent()
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            return true
        }
        return names.contains {
            sharesFolder($0) && !isSideFile($0, among: names)
                && isOtherStore(folder.appendingPathComponent($0).path)
        }
    }

    /// Whether a store of this name would have the folder.
    private func sharesFolder(_ name: String) -> Bool {
        let base = store.deletingPathExtension().lastPathComponent
        // Most names in a folder need no URL.
        guard name != store.lastPathComponent, name.hasPrefix(base) else { return false }
        return URL(fileURLWithPath: "/" + name, isDirectory: false).deletingPathExtension().lastPathComponent
            == base
    }

    /// Whether the file belongs to a store beside it.
    ///
    /// Side files must not be opened: closing one ends the locks that this process has on it.
    private func isSideFile(_ name: String, among names: [String]) -> Bool {
        StoreSideFiles.endings.contains { ending in
            guard name.hasSuffix(ending) else { return false }
            let owner = String(name.dropLast(ending.count))
            return owner == store.lastPathComponent || names.contains(owner)
        }
    }

    private func isOtherStore(_ path: String) -> Bool {
        // Links that lead to one file are one store.
        guard SideFiles.resolved(path) != SideFiles.resolved(store.path) else { return false }
        do {
            return try StoreOpening.content(at: path).isDatabase
        } catch StoreError.notAStore {
            return false
        } catch {
            return true
        }
    }
}

extension ExternalDataFolder {
    /// Whether another store may have files in the folder too.
    var isShared: Bool { SharedSupportFolder(of: store).hasOtherStore }
}
