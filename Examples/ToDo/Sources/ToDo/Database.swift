// SPDX-License-Identifier: Apache-2.0
// The store on disk. Opening it twice shows that everything is really in the file.

import CoreData

struct Database {
    let container: NSPersistentContainer

    init(file: URL) throws {
        guard let source = Bundle.module.url(forResource: "ToDo", withExtension: "xcdatamodeld"),
            let model = NSManagedObjectModel(contentsOf: source)
        else { throw DemoFailure("ToDo.xcdatamodeld is missing from the program's resources") }
        container = NSPersistentContainer(name: "ToDo", managedObjectModel: model)
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    func newContext() -> NSManagedObjectContext { container.newBackgroundContext() }

    func close() throws {
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}

struct DemoFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
