// SPDX-License-Identifier: Apache-2.0
// The steps of the example, each with a line that says what it does and shows.

import CoreData
import JSONFolderStore

struct Tour {
    private static let type = "JSONFolder"
    let folder: URL

    func run() throws {
        // The one line that a program needs: from here on the type is like any other.
        try NSPersistentStoreCoordinator.registerStoreEngine(
            { request in
                try JSONFolderEngine(
                    request.url, schema: request.schema, entities: request.entities,
                    newMetadata: request.newMetadata, isReadOnly: request.isReadOnly,
                    check: request.requireCompatible)
            }, forStoreType: Self.type)
        say("Registered an engine for stores of the type \(Self.type)")
        let container = try open()
        try save(in: container.newBackgroundContext())
        try fetch(in: container.newBackgroundContext())
        try conflict(in: container)
        refuse()
        try close(container)
        try damage()
        try readAgain()
    }

    private func open() throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: NotesModel.make())
        let description = NSPersistentStoreDescription(url: folder)
        description.type = Self.type
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        return container
    }

    private func close(_ container: NSPersistentContainer) throws {
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
        say("Closed the store")
    }

    private func save(in context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let tags = ["tea", "work"].map { label in
                let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
                tag.setValue(label, forKey: "label")
                return tag
            }
            let notes = ["Buy tea", "Drink it", "Write a store"].enumerated().map { number, title in
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue(title, forKey: "title")
                note.setValue(Double(number) + 0.5, forKey: "rating")
                note.setValue(Set([tags[number / 2]]), forKey: "tags")
                return note
            }
            let book = NSEntityDescription.insertNewObject(forEntityName: "Notebook", into: context)
            book.setValue("Today", forKey: "title")
            book.setValue(NSOrderedSet(array: notes.reversed()), forKey: "pages")
            try context.save()
        }
        say("Saved a notebook, three notes and two tags: \(files().joined(separator: ", "))")
        let text = try String(contentsOf: folder.appendingPathComponent("Notebook/1.json"), encoding: .utf8)
        say("Notebook/1.json holds " + text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    private func fetch(in context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.predicate = NSPredicate(format: "ANY tags.label == %@ AND rating > %lf", "tea", 1.0)
            let titles = try context.fetch(request).compactMap { $0.value(forKey: "title") as? String }
            say("Notes on tea above 1: \(titles.joined(separator: ", "))")
        }
    }

    /// Two contexts change one note: the store compares versions, as every store does.
    private func conflict(in container: NSPersistentContainer) throws {
        let contexts = [container.newBackgroundContext(), container.newBackgroundContext()]
        for (number, context) in contexts.enumerated() {
            context.automaticallyMergesChangesFromParent = false
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
                request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
                // A changed object keeps the version that it was read at.
                try context.fetch(request)[0].setValue("Buy tea \(number + 1)", forKey: "title")
            }
        }
        for (number, context) in contexts.enumerated() {
            do {
                try context.performAndWait { try context.save() }
                say("Context \(number + 1) saved the title of a note")
            } catch let error as NSError {
                say("Context \(number + 1) met a conflict, code \(error.code)")
            }
        }
    }

    private func refuse() {
        do {
            _ = try open()
            say("Opened the folder twice")
        } catch {
            say("A second coordinator is refused: \(error.localizedDescription)")
        }
    }

    private func damage() throws {
        let file = folder.appendingPathComponent("Note/1.json")
        let text = try Data(contentsOf: file)
        try text.prefix(20).write(to: file)
        do {
            _ = try open()
            say("Opened a store with half a file")
        } catch {
            say("With half a file the store is refused: \(error.localizedDescription)")
        }
        try text.write(to: file)
    }

    private func readAgain() throws {
        let container = try open()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let book = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Notebook"))[0]
            let pages = (book.value(forKey: "pages") as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
            let titles = pages.compactMap { $0.value(forKey: "title") as? String }
            say(
                "With the file put back, the notebook has its pages in their order: \(titles.joined(separator: ", "))"
            )
        }
        try close(container)
    }

    private func files() -> [String] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted()
    }

    private func say(_ line: String) { print(line) }
}
