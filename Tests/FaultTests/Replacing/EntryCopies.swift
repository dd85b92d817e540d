// SPDX-License-Identifier: Apache-2.0
// Two stores of entries, one to be replaced by the other, in as many fresh copies as the tests of this folder need.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// An old store of three entries and a new one of five, with pictures in files, and a folder for each try.
final class EntryCopies {
    private let folder: TemporaryFolder
    private let journal: String

    init(_ journal: String) throws {
        folder = try TemporaryFolder()
        self.journal = journal
        for (name, count) in [("Old", 3), ("New", 5)] {
            let stack = try Stack(at: folder.file("\(name).sqlite"), EntryModel.entries(), options: options)
            let context = stack.context()
            try context.performAndWait {
                for number in 1...count {
                    try EntryModel.write(number, of: 1, pictureSize: 110_000, in: context)
                    try context.save()
                }
            }
            try stack.coordinator.remove(stack.store)
        }
    }

    var options: [AnyHashable: Any] {
        [NSSQLitePragmasOption: ["journal_mode": journal], NSPersistentStoreTimeoutOption: 0.5]
    }

    /// A folder with a copy of both stores.
    func fresh() throws -> EntryCopy {
        let copy = try TemporaryFolder()
        for name in ["Old", "New"] { _ = try copy.copyStore(folder.file("\(name).sqlite")) }
        return EntryCopy(folder: copy, options: options)
    }
}

/// A copy of both stores.
struct EntryCopy {
    let folder: TemporaryFolder
    let options: [AnyHashable: Any]
    var old: URL { folder.file("Old.sqlite") }
    var new: URL { folder.file("New.sqlite") }

    var coordinator: NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: EntryModel.entries())
    }

    func open() throws -> Stack { try Stack(at: old, EntryModel.entries(), options: options) }

    /// How many entries the store has, each of them whole, pictures included; 0 for an empty or a missing file.
    func count(at location: SourceLocation = #_sourceLocation) throws -> Int {
        let stack = try open()
        defer { try? stack.coordinator.remove(stack.store) }
        let context = stack.context()
        return try context.performAndWait {
            let found = try EntryModel.examine(1, in: context)
            let pictures = try context.all("Entry").count { $0.value(forKey: "picture") is Data }
            #expect(found.torn.isEmpty && pictures == found.count, sourceLocation: location)
            return found.count
        }
    }

    /// Files in the folder of external data.
    var pictures: Int {
        let path = folder.file(".Old_SUPPORT/_EXTERNAL_DATA").path
        return (try? FileManager.default.contentsOfDirectory(atPath: path))?.count ?? 0
    }

    /// What is beside the two stores but their own files; a journal that is not valid is SQLite's to remove with the next save.
    var leftOvers: [String] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            return names.filter { $0.contains("replacing") || $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }
        }
    }
}
