// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/History.md.

import PerdureMacros

@ManagedObject final class Photo: NSManagedObject {
    var name: String = ""
}

private func openPhotos(in folder: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(
        name: "Photos", managedObjectModel: NSManagedObjectModel(for: Photo.self))
    let description = NSPersistentStoreDescription(url: folder.appendingPathComponent("Photos.sqlite"))
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    // The program is told of what others save, by a notification.
    description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

@MainActor func history(in folder: URL) throws {
    // Two containers on one file stand for two processes.
    let (app, importer) = (try openPhotos(in: folder), try openPhotos(in: folder))
    let view = app.viewContext
    let start = app.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)

    let work = importer.newBackgroundContext()
    try work.performAndWait {
        work.transactionAuthor = "importer"
        let (first, second) = (Photo(context: work), Photo(context: work))
        (first.name, second.name) = ("new", "other")
        try work.save()
        first.name = "renamed"
        try work.save()
    }

    // What has happened since we looked last?
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: start)
    let result = try view.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    let changes = transactions.flatMap { $0.changes ?? [] }
    print("transactions: \(transactions.count) by \(transactions[0].author ?? ""), changes: \(changes.count)")

    // Take it over, and remember how far we are.
    for transaction in transactions {
        view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
    }
    let renamed = try view.first(Photo.self, where: #Predicate { $0.name == "renamed" })
    print("merged:", renamed?.name ?? "")
    let token = transactions.last?.token
    let rest =
        try view.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
        as? NSPersistentHistoryResult
    print("after the token:", (rest?.result as? [NSPersistentHistoryTransaction])?.count ?? 0)

    // What everybody has read may go.
    let removal = NSPersistentHistoryChangeRequest.deleteHistory(before: token)
    print("removed:", (try view.execute(removal) as? NSPersistentHistoryResult)?.result as? Bool ?? false)
}
