// SPDX-License-Identifier: Apache-2.0
// What the store asks its server, and what becomes of changes that others make there.

import CoreData
import NotesServer
import RemoteStoreKit
import Testing

@Suite("Notes on a server")
struct RemoteStoreTests {
    private func withServer(_ body: (NotesServer, NSManagedObjectContext) throws -> Void) throws {
        let server = try NotesServer()
        defer { server.stop() }
        try body(server, Notes.open(server.url))
    }

    private func insert(_ title: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
        let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        note.setValue(title, forKey: "title")
        try context.save()
        return note
    }

    private func titles(_ context: NSManagedObjectContext, _ format: String) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: format)
        return try context.fetch(request).map { $0.value(forKey: "title") as? String ?? "" }
    }

    @Test("what one program saves another one finds, with one request for each question")
    func sharing() throws {
        try withServer { server, context in
            try context.performAndWait {
                _ = try insert("Tea", context)
                _ = try insert("Milk", context)
            }
            let other = try Notes.open(server.url)
            try other.performAndWait {
                let before = server.table.requests.count
                let found = try titles(other, "title BEGINSWITH 'T'")
                #expect(found == ["Tea"])
                #expect(server.table.requests.dropFirst(before) == ["GET /notes"])
            }
        }
    }

    @Test("a note that others have changed is a conflict, until it is refreshed")
    func conflicts() throws {
        try withServer { server, context in
            try context.performAndWait {
                let note = try insert("Tea", context)
                let name = note.objectID.uriRepresentation().lastPathComponent.dropFirst()
                server.table.set("title", to: "Coffee", of: String(name))
                note.setValue("Cocoa", forKey: "title")
                let error = #expect(throws: (any Error).self) { try context.save() }
                #expect((error as? NSError)?.code == NSManagedObjectMergeError)
                context.stalenessInterval = 0
                context.refresh(note, mergeChanges: true)
                try context.save()
                let found = try titles(context, "TRUEPREDICATE")
                #expect(found == ["Cocoa"])
            }
        }
    }

    @Test("deleted notes are gone, and a server that does not answer is an error")
    func endings() throws {
        try withServer { server, context in
            try context.performAndWait {
                context.delete(try insert("Tea", context))
                try context.save()
                let found = try titles(context, "TRUEPREDICATE")
                #expect(found.isEmpty)
            }
            server.stop()
            context.performAndWait {
                #expect(throws: (any Error).self) { try titles(context, "TRUEPREDICATE") }
            }
        }
    }
}
