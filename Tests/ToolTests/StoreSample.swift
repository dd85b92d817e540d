// SPDX-License-Identifier: Apache-2.0
// A small store for the tests of `perdure store`, and a look at whether its files changed.

import Foundation
import Perdure
import PerdureTestSupport

/// A store with two folders and three notes.
final class StoreSample {
    let folder: TemporaryFolder
    let url: URL
    var path: String { url.path }

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Notes.sqlite")
        let stack = try Stack(at: url, Self.model())
        let context = stack.context()
        try context.performAndWait {
            let inbox = context.insert("Folder", ["name": "Inbox"])
            context.insert("Folder", ["name": "Empty"])
            let note = context.insert("Note", ["title": "Bread \"rye\"", "folder": inbox, "isDone": true])
            note.setValue(Date(timeIntervalSinceReferenceDate: 0), forKey: "created")
            context.insert("Note", ["title": "Milk", "folder": inbox, "points": 7])
            context.insert("Note", ["title": "line one\nline two\u{1B}[31m"])
            try context.save()
        }
    }

    static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Folder", .attribute("name", isOptional: false),
                .toMany("notes", "Note", inverse: "folder")),
            EntitySketch(
                "Note", .attribute("title"), .attribute("created", .dateAttributeType),
                .attribute("isDone", .booleanAttributeType), .attribute("points", .integer32AttributeType),
                .toOne("folder", "Folder", inverse: "notes")))
    }

    /// Every file of the folder with its bytes.
    func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            files[name] = try Data(contentsOf: folder.file(name))
        }
        return files
    }

    /// Does to the file what our own engine would never do.
    func damage(_ statements: String...) throws {
        let database = try RawDatabase(url, isReadOnly: false)
        for statement in statements { try database.rows(statement) }
    }
}
