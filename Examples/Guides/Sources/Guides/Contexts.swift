// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/Contexts.md.

import PerdureMacros

@ManagedObject final class City: NSManagedObject {
    var name: String = ""
}

private func openCities() throws -> NSPersistentContainer {
    let container = NSPersistentContainer(
        name: "Cities", managedObjectModel: NSManagedObjectModel(for: City.self))
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

/// All of its code runs on the queue of its context.
actor CityImporter {
    nonisolated let context: NSManagedObjectContext
    nonisolated var unownedExecutor: UnownedSerialExecutor { context.executor.asUnownedSerialExecutor() }

    init(_ container: NSPersistentContainer) { context = container.newBackgroundContext() }

    func add(_ names: [String]) throws -> Int {
        for name in names { City(context: context).name = name }
        try context.save()
        return try context.count(City.self)
    }
}

@MainActor func showCities(_ container: NSPersistentContainer) throws {
    let view = container.viewContext
    print("the view knows", try view.count(City.self))

    // A child is a sheet of paper on top: what it saves arrives in its parent, and not in the store.
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = view
    guard let oslo = try sheet.first(City.self, where: #Predicate { $0.name == "Oslo" }) else { return }
    oslo.name = "Bergen"
    print("the sheet changed Oslo to", oslo.name)
    print("the view has no change:", !view.hasChanges)
    try sheet.save()
    try view.save()
}

@MainActor func contexts(in folder: URL) async throws {
    let container = try openCities()
    // IDs and values leave the block; objects stay inside, and the compiler sees to it.
    let count = try await container.performBackgroundTask { context in
        for name in ["Oslo", "Lima", "Rome"] { City(context: context).name = name }
        try context.save()
        return try context.count(City.self)
    }
    print("imported", count)
    try showCities(container)
    let importer = CityImporter(container)
    print("saved by the actor:", try await importer.add(["Bern", "Graz"]))
}
