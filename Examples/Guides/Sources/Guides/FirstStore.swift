// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/FirstStore.md.

import PerdureMacros

@ManagedObject final class Note: NSManagedObject {
    var title: String = ""
    var isDone: Bool = false
}

func openNotes(in folder: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(
        name: "Notes", managedObjectModel: NSManagedObjectModel(for: Note.self))
    let file = folder.appendingPathComponent("Notes.sqlite")
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

@MainActor func firstStore(in folder: URL) throws {
    let container = try openNotes(in: folder)
    let context = container.viewContext

    for title in ["Call Ada", "Buy milk"] {
        let note = Note(context: context)
        note.title = title
    }
    try context.save()
    print("saved 2 notes")

    let milk = try context.fetch(
        Note.self, where: NSPredicate(format: "title CONTAINS[cd] %@", "MILK"))
    for note in milk {
        print(note.title)  // Buy milk
        note.isDone = true
    }
    try context.save()
    print("open:", try context.count(Note.self, where: #Predicate { !$0.isDone }))  // open: 1

    // Another container reads the same file, as the next start of the program does.
    let later = try openNotes(in: folder).viewContext
    let titles = try later.fetch(Note.self, sortedBy: SortDescriptor(\.title)).map(\.title)
    print("after a restart:", titles)
}
