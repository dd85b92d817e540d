// SPDX-License-Identifier: Apache-2.0
// The file, and the one counter in it.

import CoreData

/// An SQLite file that several processes use.
struct Database {
    private let container: NSPersistentContainer
    let context: NSManagedObjectContext

    init(file: URL) throws {
        container = NSPersistentContainer(
            name: "Counters", managedObjectModel: NSManagedObjectModel(for: Counter.self))
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        context = container.viewContext
        context.undoManager = UndoManager()
        // Other processes write too: refreshing reads the file, not what this process remembers of it.
        context.stalenessInterval = 0
    }

    /// The counter; the first process makes it.
    func counter() throws -> Counter {
        if let known = try context.fetch(Counter.fetchRequest()).first { return known }
        let counter = Counter(context: context)
        counter.name = "visits"
        // If another process makes one at this moment, both are one: its name is unique.
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
        context.mergePolicy = NSMergePolicy.error
        context.undoManager?.removeAllActions()
        return counter
    }
}
