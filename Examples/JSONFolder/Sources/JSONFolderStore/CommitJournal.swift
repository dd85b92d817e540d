// SPDX-License-Identifier: Apache-2.0
// Changes many files in one step. The new files are written into a journal first; once it has its name, the commit has
// happened, and whoever opens the store finishes what is left to do.

import Foundation
import PerdureStore

/// The journal of a store's folder; used by one thread at a time.
struct CommitJournal {
    static let name = "Journal.json"
    let folder: StoreFolder

    /// Writes and removes files: all of them or none.
    ///
    /// - Parameter files: the new content by name; null removes the file.
    /// - Throws: the system's error when nothing is committed; `StoreError.inDoubt` when that is unknown.
    func commit(_ files: [String: JSONValue]) throws {
        try finish()
        do {
            try folder.write(.object(files), to: Self.name)
            try folder.synchronize()
        } catch {
            try forget(after: error)
            throw error
        }
        // From here on the commit has happened; an error only leaves work for the next one.
        try? finish()
    }

    /// Does what a journal says, if there is one.
    ///
    /// - Throws: the system's error; the journal stays then.
    func finish() throws {
        guard folder.exists(Self.name) else { return }
        guard let files = try folder.read(Self.name).object else {
            throw folder.damage(Self.name, "it lists no files")
        }
        for (name, value) in files.sorted(by: { $0.key < $1.key }) {
            if value == .null { try folder.remove(name) } else { try folder.write(value, to: name) }
        }
        for parent in Set(files.keys.map { ($0 as NSString).deletingLastPathComponent }).sorted()
        where folder.exists(parent) {
            try folder.synchronize(parent)
        }
        try folder.remove(Self.name)
        try folder.synchronize()
    }

    /// Takes a journal back whose name may not be durable.
    private func forget(after error: any Error) throws {
        guard folder.exists(Self.name) else { return }
        do {
            try folder.remove(Self.name)
            try folder.synchronize()
        } catch let second {
            throw StoreError.inDoubt(path: folder.path(Self.name), reason: "\(error), then \(second)")
        }
    }
}
