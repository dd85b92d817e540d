// SPDX-License-Identifier: Apache-2.0
// The database, and what this program asks of it.

import CoreData

/// A namespace on a server that several processes use.
final class Database {
    private let container: NSPersistentContainer
    let context: NSManagedObjectContext

    init(url: String) throws {
        container = NSPersistentContainer(
            name: "Tickets", managedObjectModel: NSManagedObjectModel(for: Ticket.self))
        let description = try NSPersistentStoreDescription(postgreSQL: url)
        // Each process hears of what the others save.
        description.setOption(
            true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        context = container.newBackgroundContext()
        // Others write too: a fetch reads the database, not what this process remembers of it.
        context.stalenessInterval = 0
    }

    /// Calls a body after each save of another process.
    func whenOthersSave(_ body: @escaping @Sendable () -> Void) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: container.persistentStoreCoordinator, queue: nil
        ) { _ in body() }
    }

    func add(_ titles: [String]) throws {
        try context.performAndWait {
            let request = Ticket.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)]
            request.fetchLimit = 1
            var number = try context.fetch(request).first?.number ?? 0
            for title in titles {
                number += 1
                let ticket = Ticket(context: context)
                ticket.number = number
                ticket.title = title
                ticket.created = Date()
            }
            try context.save()
        }
    }

    /// Number, title and worker of all tickets.
    func all() throws -> [(number: Int, title: String, worker: String?)] {
        try context.performAndWait {
            let request = Ticket.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            return try context.fetch(request).map { ($0.number, $0.title, $0.worker) }
        }
    }

    /// Takes the oldest open ticket; nil when there is none.
    func take(as worker: String) throws -> String? {
        try context.performAndWait {
            let request = Ticket.fetchRequest()
            request.predicate = NSPredicate(format: "worker == nil")
            request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
            request.fetchLimit = 1
            while let ticket = try context.fetch(request).first {
                ticket.worker = worker
                do {
                    try context.save()
                    return ticket.title
                } catch CocoaError.managedObjectMerge {
                    // Somebody was faster.
                    context.rollback()
                    context.refreshAllObjects()
                }
            }
            return nil
        }
    }
}
