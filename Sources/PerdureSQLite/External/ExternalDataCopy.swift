// SPDX-License-Identifier: Apache-2.0
// Copies the files of large values that a copied store's rows name. Used by Replacing/ReplacementDraft.swift as one kind of
// sidecar.

import Foundation
import PerdureStore

/// The copy of a store's external data.
final class ExternalDataCopy: SidecarDraft {
    private let store: String
    private let source: ExternalDataFolder
    private let target: ExternalDataFolder
    /// The names of the copied files, and of the files that are missing.
    private var copied: Set<String> = []
    private var missing: Set<String> = []

    init(of store: String, to target: ExternalDataFolder) {
        self.store = store
        source = ExternalDataFolder(store: store)
        self.target = target
    }

    func clear() {
        (copied, missing) = ([], [])
        try? FileManager.default.removeItem(atPath: target.supportPath)
    }

    /// - Throws: `StoreError.externalData` for a file that cannot be read or written.
    func copy(namedBy rows: SQLiteConnection) throws {
        let there = source.fileNames
        guard !there.isEmpty else { return }
        let wanted = try ExternalDataSweep.names(inRowsOf: rows)
        for name in wanted.intersection(there) {
            if try copy(name) { copied.insert(name) }
        }
        missing = wanted.subtracting(copied)
    }

    /// Copies one file; false when it is gone.
    private func copy(_ name: String) throws -> Bool {
        do {
            try ExternalFile(folder: source, name: name).copy(to: ExternalFile(folder: target, name: name))
            return true
        } catch let failure as ExternalFile.Failure {
            if !source.fileNames.contains(name) { return false }
            throw StoreError.externalData(entity: "", property: "", name: name, reason: failure.reason)
        }
    }

    func isComplete(timeout: TimeInterval) throws -> Bool {
        if missing.isEmpty { return true }
        // A file may have been removed with its row since the rows were read. If a row still names the file, the file was
        // lost before.
        return try SQLiteStoreFile.readingAtOnce(store, timeout) {
            missing.isSubset(of: try ExternalDataSweep.names(inRowsOf: $0))
        }
    }

    func exchange(replacing store: String, _ rows: SQLiteConnection) throws -> any SidecarExchange {
        var exchange = ExternalDataExchange(copied, in: target, replacing: store)
        try exchange.avoidNames(rows)
        return exchange
    }
}
