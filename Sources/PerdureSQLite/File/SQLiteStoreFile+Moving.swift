// SPDX-License-Identifier: Apache-2.0
// Copying and removing whole stores: what the WAL holds and the external data go along.

import CSQLite
import Foundation
import PerdureStore

extension SQLiteStoreFile {
    /// Removes the store with its side files and its external data; nothing happens where there is none.
    ///
    /// Connections that are still open keep the removed file until they close, and see nothing of a new one.
    package static func destroy(at path: String) throws {
        switch try StoreOpening.content(at: path) {
        case .missing: break
        case .empty, .database: try StoreSideFiles(path: path).removeIfThere(path)
        }
        let files = StoreSideFiles(path: path)
        try files.removeSQLiteFiles()
        try removeExternalData(files.externalData)
    }

    private static func removeExternalData(_ folder: ExternalDataFolder) throws {
        guard FileManager.default.fileExists(atPath: folder.supportPath) else { return }
        // Removes a link itself, not what it points to.
        try FileManager.default.removeItem(atPath: folder.supportPath)
    }

    /// Makes `destination` a copy of the store at `source`, with what its WAL holds and its external data.
    ///
    /// The copy is made beside the destination and then takes its place in one step, so that a failure leaves the
    /// destination as it was.
    package static func copy(from source: String, to destination: String) throws {
        guard canonical(source) != canonical(destination) else { return }
        // A name whose external data folder is its own, and not the destination's.
        let target = URL(fileURLWithPath: destination)
        let draft = target.deletingLastPathComponent().path + "/.copying-\(UUID().uuidString).sqlite"
        do {
            try reading(source) { try backUp($0, to: draft) }
            try copyExternalData(from: source, toDraft: draft)
            try destroy(at: destination)
            try put(draft, at: destination)
        } catch {
            try? destroy(at: draft)
            throw error
        }
    }

    private static func canonical(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    private static func backUp(_ source: SQLiteConnection, to path: String) throws {
        let target = try SQLiteConnection(path: path, mode: .create, timeout: 10)
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw target.error(sqlite3_errcode(target.handle), statement: "backup")
        }
        var code = sqlite3_backup_step(backup, -1)
        var tries = 0
        // A writer in another process makes single steps fail for a moment.
        while (code == SQLITE_BUSY || code == SQLITE_LOCKED) && tries < 10_000 {
            usleep(UInt32.random(in: 200...1_000))
            code = sqlite3_backup_step(backup, -1)
            tries += 1
        }
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw target.error(code, statement: "backup") }
    }

    private static func copyExternalData(from source: String, toDraft draft: String) throws {
        let folder = ExternalDataFolder(store: source)
        let target = ExternalDataFolder(store: draft)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return }
        // Only names that we or Core Data write; anything else in the folder is not the store's.
        for name in names where UUID(uuidString: name) != nil {
            do {
                try ExternalFile(folder: target, name: name).write(
                    try ExternalFile(folder: folder, name: name).read())
            } catch let failure as ExternalFile.Failure {
                throw StoreError.externalData(entity: "", property: "", name: name, reason: failure.reason)
            }
        }
    }

    private static func put(_ draft: String, at destination: String) throws {
        let files = StoreSideFiles(path: draft)
        try files.removeSQLiteFiles()
        let support = files.externalData.supportPath
        if FileManager.default.fileExists(atPath: support) {
            try FileManager.default.moveItem(
                atPath: support, toPath: ExternalDataFolder(store: destination).supportPath)
        }
        guard rename(draft, destination) == 0 else {
            throw StoreError.cannotOpen(
                path: destination, code: errno, reason: String(cString: strerror(errno)))
        }
    }
}
