// SPDX-License-Identifier: Apache-2.0
// Exchanges the files of large values when one content replaces another. The new files are in place before the content is
// replaced; the old files are removed after it. Replacing/StoreReplacement.swift has the reason.

import Foundation
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

    /// Gives a file another name if a file with this name and other bytes exists already, or one of this name that another
    /// store may name: a file with two owners would go with the first of them.
    ///
    /// - Parameter connection: The connection with the new content.
    /// - Throws: Any error of the database or the system.
    mutating func avoidNames(_ connection: SQLiteConnection) throws {
        let taken = files.intersection(target.fileNames)
        guard !taken.isEmpty else { return }
        let isShared = target.isShared
        var names: [String: String] = [:]
        for name in taken {
            let file = ExternalFile(folder: source, name: name)
            if !isShared, ExternalFile(folder: target, name: name).hasBytes(of: file) { continue }
            names[name] = UUID().uuidString
        }
        guard !names.isEmpty else { return }
        try ExternalDataRenaming(names: names).run(connection)
        for (former, fresh) in names { try rename(former, fresh) }
    }

    private mutating func rename(_ former: String, _ fresh: String) throws {
        let file = ExternalFile(folder: source, name: former)
        try file.move(to: ExternalFile(folder: source, name: fresh))
        files.remove(former)
        files.insert(fresh)
    }

    /// Moves the new files into the store's folder, except those that are there already.
    ///
    /// The lock keeps other writers out.
    ///
    /// - Throws: `StoreError.externalData`.
    mutating func move() throws {
        let there = target.fileNames
        // Some of them may be those of another store.
        obsolete = target.isShared ? [] : there.subtracting(files)
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
