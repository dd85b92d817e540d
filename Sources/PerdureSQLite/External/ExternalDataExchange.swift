// SPDX-License-Identifier: Apache-2.0
// Exchanges the files of large values when one content replaces another. The new files are in place before the content is
// replaced; the old files are removed after it. Replacing/StoreReplacement.swift has the reason.

import Foundation
import PerdureSQL
import PerdureStore

/// The files of the new content and of the old one.
struct ExternalDataExchange: SidecarExchange {
    /// The names of files in the rows of the new content.
    private var files: Set<String>
    /// The folder with the new files.
    private let source: ExternalDataFolder
    /// The folder that the rows refer to.
    private let target: ExternalDataFolder
    private var moved: [String] = []
    /// The files of the old content.
    private var obsolete: Set<String> = []

    init(_ files: Set<String>, in source: ExternalDataFolder, replacing store: String) {
        self.files = files
        self.source = source
        target = ExternalDataFolder(store: store)
    }

    /// Gives a file another name if a file with this name and other bytes exists already.
    ///
    /// - Parameter connection: The connection with the new content.
    /// - Throws: Any error of the database or the system.
    mutating func avoidNames(_ connection: SQLiteConnection) throws {
        for name in files.intersection(target.fileNames) {
            let file = ExternalFile(folder: source, name: name)
            if ExternalFile(folder: target, name: name).hasBytes(of: file) { continue }
            let fresh = UUID().uuidString
            try rename(file, fresh, connection)
            files.remove(name)
            files.insert(fresh)
        }
    }

    private func rename(_ file: ExternalFile, _ name: String, _ connection: SQLiteConnection) throws {
        let (old, new) = (
            ExternalDataFolder.reference(to: file.name), ExternalDataFolder.reference(to: name)
        )
        try connection.beginWriting()
        do {
            for (table, column) in try ExternalDataSweep.columns(connection) {
                let column = column.quotedName
                try connection.run(
                    "UPDATE \(table.quotedName) SET \(column) = ? WHERE \(column) = ?",
                    [.blob(new), .blob(old)]
                )
            }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
        try file.move(to: ExternalFile(folder: source, name: name))
    }

    /// Moves the new files into the store's folder, except those that are there already.
    ///
    /// The lock keeps other writers out.
    ///
    /// - Throws: `StoreError.externalData`.
    mutating func move() throws {
        let there = target.fileNames
        obsolete = there.subtracting(files)
        let missing = files.subtracting(there)
        guard !missing.isEmpty else { return }
        do {
            for name in missing.sorted() {
                try ExternalFile(folder: source, name: name).move(
                    to: ExternalFile(folder: target, name: name))
                moved.append(name)
            }
            try target.synchronize()
        } catch let failure as ExternalFile.Failure {
            throw StoreError.externalData(
                entity: "", property: "", name: target.path, reason: failure.reason)
        }
    }

    /// Removes the moved files after a failed replacement.
    func removeNewFiles() { remove(moved) }

    /// Removes the files of the old content.
    func finish() {
        remove(obsolete)
        if files.isEmpty { target.removeIfEmpty() }
    }

    private func remove(_ names: some Sequence<String>) {
        for name in names { ExternalFile(folder: target, name: name).remove() }
    }
}
