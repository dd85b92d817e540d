// SPDX-License-Identifier: Apache-2.0
// Starts a server, writes notes to it and asks it for them.

import CoreData
import NotesServer
import RemoteStoreKit

do {
    let server = try NotesServer()
    defer { server.stop() }
    let context = try Notes.open(server.url)
    try context.performAndWait {
        for (title, stars) in [("Buy tea", 3), ("Water the plants", 1)] {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(title, forKey: "title")
            note.setValue(stars, forKey: "stars")
        }
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "stars > 2")
        for note in try context.fetch(request) { print("\(note.value(forKey: "title") ?? "")") }
    }
    print("The server answered \(server.table.requests.count) requests.")
} catch {
    FileHandle.standardError.write(Data("RemoteStore: \(error)\n".utf8))
    exit(1)
}
