// SPDX-License-Identifier: Apache-2.0
// Copies the files of large values that the rows of a copied store name. Used by ReplacementDraft.swift.

import Foundation
import PerdureStore

/// The copying of a store's external data.
struct ExternalDataCopy {
    let source: ExternalDataFolder
    let target: ExternalDataFolder

    init(from store: String, to target: ExternalDataFolder) {
        source = ExternalDataFolder(store: store)
        self.target = target
    }

    /// Copies the files that rows name.
    ///
    /// - Parameter rows: A copy of the store's rows.
    /// - Returns: The names of the files that were copied, and of those that are not there.
    /// - Throws: `StoreError.externalData` for a file that cannot be read or written.
    func run(_ rows: SQLiteConnection) throws -> (copied: Set<String>, missing: Set<String>) {
        let there = source.fileNames
        guard !there.isEmpty else { return ([], []) }
        let wanted = try ExternalDataSweep.names(inRowsOf: rows)
        var copied: Set<String> = []
        for name in wanted.intersection(there) {
            if try copy(name) { copied.insert(name) }
        }
        return (copied, wanted.subtracting(copied))
    }

    /// False when the file has gone.
    private func copy(_ name: String) throws -> Bool {
        do {
            try ExternalFile(folder: source, name: name).copy(to: ExternalFile(folder: target, name: name))
            return true
        } catch let failure as ExternalFile.Failure {
            if !source.fileNames.contains(name) { return false }
            throw StoreError.externalData(entity: "", property: "", name: name, reason: failure.reason)
        }
    }

    /// Whether the newest rows of a store still name all of some files.
    static func isNamed(_ files: Set<String>, in store: String, timeout: TimeInterval) throws -> Bool {
        try SQLiteStoreFile.readingAtOnce(store, timeout) {
            files.isSubset(of: try ExternalDataSweep.names(inRowsOf: $0))
        }
    }
}
