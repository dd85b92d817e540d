// SPDX-License-Identifier: Apache-2.0
// The files of large values when one content replaces another: the new ones are in place before the content is, the old ones
// go after it. Replacing/StoreReplacement.swift says why.

import Foundation
import PerdureSQL
import PerdureStore

/// The files of a content that replaces another, and of the one that goes.
struct ExternalDataExchange: SidecarExchange {
    /// The names that the rows of the new content have.
    private var files: Set<String>
    /// Where the new files lie.
    private let source: ExternalDataFolder
    /// Where the rows look for them.
    private let target: ExternalDataFolder
    private var moved: [String] = []
    /// Those of the content that goes.
    private var obsolete: Set<String> = []

    init(_ files: Set<String>, in source: ExternalDataFolder, replacing store: String) {
        self.files = files
        self.source = source
        target = ExternalDataFolder(store: store)
    }

    /// Gives files another name that are called as files with other bytes.
    ///
    /// - Parameter connection: Has the new content.
    /// - Throws: What the database and the system report.
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

    /// Moves the files to where the rows look for them, those but that are there already; nobody else writes meanwhile.
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

    /// Removes the files of a content that has not come.
    func takeBack() { remove(moved) }

    /// Removes the files of the content that has gone.
    func finish() {
        remove(obsolete)
        if files.isEmpty { target.removeIfEmpty() }
    }

    private func remove(_ names: some Sequence<String>) {
        for name in names { ExternalFile(folder: target, name: name).remove() }
    }
}
